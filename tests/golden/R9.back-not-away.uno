# R9.back: only a seat that is away comes back.
hands: g7 y1 | g1 r2 | b1 b2
top: b3
turn: 0
moves:
r@1
