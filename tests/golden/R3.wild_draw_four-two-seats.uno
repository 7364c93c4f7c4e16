# R3.wild_draw_four: with two seats the mover is on turn again.
hands: w4 y1 y2 | r1 r2 g5
top: g3
draw: y4 y5 y6 y7 y8
turn: 0
moves:
0 w4=r
1 ok
