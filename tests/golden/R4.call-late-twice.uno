# R4.call: a seat that has called is not exposed.
hands: g7 y1 | r1 r2 | b1 b2
top: g3
turn: 0
moves:
0 g7
0 u
0 u
