# R4.catch: a catch of a seat that is not exposed is illegal, without a penalty.
hands: g7 y1 y2 | r1 r2 | b1 b2
top: g3
turn: 0
moves:
0 g7
2 c@0
