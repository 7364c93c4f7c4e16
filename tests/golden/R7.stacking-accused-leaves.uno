# R7.stacking: a stack whose last card could be challenged is forgotten as a whole when its player leaves.
rules: classic stacking=any
hands: g+2 y1 y2 | w4 r1 r2 | b1 b2 b3
top: g3
draw: y5 y6 y7 y8 y9 g4
turn: 0
moves:
0 g+2
1 w4=b
x@1
