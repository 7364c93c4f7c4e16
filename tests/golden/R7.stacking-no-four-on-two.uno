# R7.stacking: kinds are not mixed: no Wild Draw Four on a Draw Two.
rules: classic stacking=same
hands: g+2 y1 y2 | w4 r1 | b1 b2
top: g3
draw: y5 y6
turn: 0
moves:
0 g+2
1 w4=r
