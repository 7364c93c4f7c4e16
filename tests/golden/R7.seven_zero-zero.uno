# R7.seven_zero: a 0 passes every hand to the next seat in the direction of play.
rules: seven-o
hands: g0 y1 y2 | r1 r2 r3 | b1 b2 b3 b4
top: g3
turn: 0
moves:
0 g0
