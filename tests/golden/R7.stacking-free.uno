# R7.stacking: a Wild Draw Four that nobody may challenge is passed on or taken.
rules: classic stacking=same wild_draw_four=free
hands: w4 g1 y2 | w4 r1 r2 | b1 b2
top: g3
draw: y5 y6 y7 y8
turn: 0
moves:
0 w4=r
