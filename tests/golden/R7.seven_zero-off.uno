# R7.seven_zero: without Seven-O a 0 is a number.
hands: g0 y1 y2 | r1 r2 r3 | b1 b2 b3
top: g3
turn: 0
moves:
0 g0
