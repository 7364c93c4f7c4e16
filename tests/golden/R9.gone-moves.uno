# R9.gone: a seat that is gone makes no move.
hands: g7 y1 | g1 r2 | b1 b2
top: b3
turn: 1
moves:
x@1
1 d
