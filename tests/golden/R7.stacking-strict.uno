# R7.stacking: a stacked Wild Draw Four must be legal too.
rules: classic stacking=same wild_draw_four=strict
hands: w4 y1 y2 | w4 r1 r2 | b1 b2
top: g3
draw: y5 y6 y7 y8
turn: 0
moves:
0 w4=r
1 w4=b
