# R9.back: active again, with its hand, and its turn comes round.
hands: g7 y1 | g1 r2 | b1 b2
top: b3
draw: y9 y8
turn: 0
moves:
b@1
r@1
0 d
0 k
