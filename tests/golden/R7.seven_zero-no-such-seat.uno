# R7.seven_zero: nobody swaps with a seat that is not there.
rules: seven-o
hands: g7 y1 y2 | r1 r2 r3 | b1 b2 b3
top: g3
turn: 0
moves:
0 g7@3
