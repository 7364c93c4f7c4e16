# R3.wild_draw_four: free: the next seat draws four at once and loses its turn, whatever the hand held.
rules: classic wild_draw_four=free
hands: w4 g1 g2 | r1 r2 | b1 b2
top: g3
draw: y5 y6 y7 y8
turn: 0
moves:
0 w4=r
