# R3.draw_until_playable: a wild is playable.
rules: classic draw=until_playable
hands: y1 y2 | r1 r2
top: g3
draw: w4 r6
turn: 0
moves:
0 d
