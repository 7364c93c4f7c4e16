# R3.wild_draw_four: strict: the named colour counts, not that of the card below.
rules: classic wild_draw_four=strict
hands: w4 g1 y2 | r1 r2
top: wi=y
draw: y5 y6 y7 y8
turn: 0
moves:
0 w4=r
