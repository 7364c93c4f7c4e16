# R9.back: a seat that is gone never comes back in the round.
hands: g7 y1 | g1 r2 | b1 b2
top: b3
turn: 0
moves:
x@1
r@1
