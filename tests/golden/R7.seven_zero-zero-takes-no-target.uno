# R7.seven_zero: a 0 names no seat.
rules: seven-o
hands: g0 y1 | r1 | b1 b2
top: g3
turn: 0
moves:
0 g0@1
