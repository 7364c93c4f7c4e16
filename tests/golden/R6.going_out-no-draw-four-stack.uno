# R6.going_out: a penalty cannot be passed on with a last card that is not allowed.
rules: classic stacking=same finish=no_draw_four
hands: w4 y1 y2 | w4 | b1 b2
top: g3
draw: y5 y6 y7 y8
turn: 0
moves:
0 w4=r
1 w4=b
