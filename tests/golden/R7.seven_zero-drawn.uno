# R7.seven_zero: a drawn 7 swaps the hand that is left.
rules: seven-o
hands: y1 y2 | r1 r2 r3 | b1 b2 b3
top: g3
draw: g7 g8
turn: 0
moves:
0 d
0 g7@1
