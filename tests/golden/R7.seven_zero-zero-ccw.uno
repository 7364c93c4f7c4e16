# R7.seven_zero: counter-clockwise the hands go the other way.
rules: seven-o
hands: g0 y1 y2 | r1 r2 r3 | b1 b2 b3 b4
top: g3
direction: ccw
turn: 0
moves:
0 g0
