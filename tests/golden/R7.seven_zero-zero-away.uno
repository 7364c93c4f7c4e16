# R7.seven_zero: a hand of a seat that is away stays, the others pass it over.
rules: seven-o
hands: g0 y1 y2 | r1 r2 r3 | b1 b2 | g8 g9
top: g3
turn: 0
moves:
b@1
0 g0
