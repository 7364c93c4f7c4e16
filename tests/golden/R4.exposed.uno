# R4.exposed: one card without a call: the seat may call, every other may catch it.
hands: g7 y1 | r1 r2 | b1 b2
top: g3
turn: 0
moves:
0 g7
