# R7.seven_zero: it is not called for the card that goes.
rules: seven-o
hands: g7 y1 | r1 r2 | b1 b2
top: g3
turn: 0
moves:
0 g7@1!
