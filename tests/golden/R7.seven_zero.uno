# R7.seven_zero: a 7 swaps hands with a chosen seat in the same move.
rules: seven-o
hands: g7 y1 y2 | r1 r2 r3 | b1 b2 b3 b4
top: g3
draw: y5
turn: 0
moves:
0 g7@2
