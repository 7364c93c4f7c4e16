# R7.stacking: a penalty that nobody else could face is void.
rules: classic stacking=same
hands: g+2 y1 y2 | r+2 r1 r2 | b+2 b2 b3
top: g3
draw: y5 y6
turn: 0
moves:
0 g+2
1 r+2
b@0
x@1
2 b+2
