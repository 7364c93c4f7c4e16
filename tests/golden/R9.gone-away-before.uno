# R9.gone: a seat that is away may still leave.
hands: g7 y1 | g1 r2 | b1 b2
top: b3
draw: y9
turn: 0
moves:
b@1
x@1
