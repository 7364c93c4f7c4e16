# R7.seven_zero: with two seats a 0 swaps the hands.
rules: seven-o
hands: g0 y1 y2 | r1 r2 r3
top: g3
turn: 0
moves:
0 g0
