# R7.stacking: a penalty that cannot be challenged stays when the seat that raised it leaves.
rules: classic stacking=same
hands: g+2 y1 y2 | r+2 r1 r2 | b1 b2 b3
top: g3
draw: y5 y6 y7 y8 y9
turn: 0
moves:
0 g+2
1 r+2
x@1
