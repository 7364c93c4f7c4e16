# R7.seven_zero: whoever receives one card from a 0 is exposed.
rules: seven-o
hands: g0 y1 | r1 | b1 b2
top: g3
turn: 0
moves:
0 g0
