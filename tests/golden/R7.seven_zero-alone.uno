# R7.seven_zero: with nobody else active a 7 is written without a target.
rules: seven-o
hands: g7 y1 y2 | r1 r2 r3 | b1 b2 b3
top: g3
turn: 0
moves:
b@1
x@2
0 g7
