# R7.stacking: who faces a penalty does not draw a card of its own.
rules: classic stacking=same
hands: g+2 y1 y2 | g1 r1 | b1 b2
top: g3
draw: y5 y6
turn: 0
moves:
0 g+2
1 d
