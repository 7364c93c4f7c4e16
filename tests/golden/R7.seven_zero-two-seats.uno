# R7.seven_zero: two seats swap with each other.
rules: seven-o
hands: g7 y1 y2 | r1 r2 r3
top: g3
turn: 0
moves:
0 g7@1
