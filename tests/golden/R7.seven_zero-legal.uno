# R7.seven_zero: a 7 is listed with each seat that it may swap with.
rules: seven-o
hands: g7 y1 | r1 r2 | b1 b2
top: g3
turn: 0
