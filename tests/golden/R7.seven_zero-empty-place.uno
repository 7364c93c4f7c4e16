# R7.seven_zero: an empty place is no target.
rules: seven-o
hands: g7 y1 y2 | - | b1 b2 b3
top: g3
turn: 0
moves:
0 g7@1
