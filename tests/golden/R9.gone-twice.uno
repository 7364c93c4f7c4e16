# R9.gone: a seat leaves once.
hands: g7 y1 | g1 r2 | b1 b2
top: b3
turn: 1
moves:
x@0
x@0
