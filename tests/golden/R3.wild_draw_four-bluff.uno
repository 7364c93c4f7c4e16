# R3.wild_draw_four: an illegal one may be played and costs nothing unless challenged.
hands: w4 g1 y2 | r1 r2 g5 | b1 b2
top: g3
draw: y4 y5 y6 y7 y8
turn: 0
moves:
0 w4=r
1 ok
