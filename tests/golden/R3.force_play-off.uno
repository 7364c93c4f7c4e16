# R3.force_play: by default a playable drawn card may be kept.
hands: b7 y1 | r1 r2
top: g3
draw: g9 b1
turn: 0
moves:
0 d
0 k
