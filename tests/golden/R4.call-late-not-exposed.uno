# R4.call: no late call by a seat that is not exposed.
hands: g7 y1 | r1 r2 | b1 b2
top: g3
turn: 0
moves:
0 u
