# R4.catch: a seat that is away catches nobody.
hands: g7 y1 | r1 r2 | b1 b2
top: g3
turn: 0
moves:
b@2
0 g7
2 c@0
