# R9.gone: its cards are set aside and its turn passes on; its score stays.
hands: g7 y1 | g1 r2 | b1 b2
top: b3
draw: y9 y8
turn: 1
scores: 10 20 30
moves:
x@1
