# R9.gone: a last seat that is away wins as well: all others are gone.
hands: g7 y1 | g1 r2 | b1 b2
top: b3
turn: 1
moves:
b@0
x@1
x@2
