# R4.exposed: a seat that goes away is not exposed, also not when it comes back.
hands: g7 y1 | r1 r2 | b1 b2
top: g3
turn: 0
moves:
0 g7
b@0
r@0
