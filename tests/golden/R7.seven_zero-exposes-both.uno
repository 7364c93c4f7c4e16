# R7.seven_zero: after a swap both may hold one card, and both are exposed.
rules: seven-o
hands: g7 y1 | r1 | b1 b2
top: g3
turn: 0
moves:
0 g7@1
