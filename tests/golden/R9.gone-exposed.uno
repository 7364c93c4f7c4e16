# R9.gone: an exposed seat that leaves is no longer exposed.
hands: g7 y1 | r1 r2 | b1 b2
top: g3
turn: 0
moves:
0 g7
x@0
