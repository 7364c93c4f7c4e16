# R7.jump_in: one that is drawn at once can be, and the next seat draws again.
rules: classic jump_in=all wild_draw_four=free
hands: w4 y1 y2 | w4 r2 r3 | b1 b2 b3
top: g3
draw: y5 y6 y7 y8 g1 g2 g4 g5
turn: 0
moves:
0 w4=r
1 >w4=b
