# R3.wild_draw_four: strict: the last card has no other beside it.
rules: classic wild_draw_four=strict
hands: w4 | r1 r2
top: g3
draw: y5 y6 y7 y8
turn: 0
moves:
0 w4=r
