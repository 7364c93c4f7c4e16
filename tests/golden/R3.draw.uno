# R3.draw: a playable drawn card may be played or kept, nothing else.
hands: g7 y1 | r1 r2
top: g3
draw: b3 r9
turn: 0
moves:
0 d
