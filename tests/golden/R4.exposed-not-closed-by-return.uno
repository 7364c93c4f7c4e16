# R4.exposed: a return does not close it.
hands: g7 y1 | r1 r2 | b1 b2 | b4 b5
top: g3
turn: 0
moves:
b@3
0 g7
r@3
