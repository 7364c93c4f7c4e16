# R3.wild_draw_four: strict: nor a drawn one.
rules: classic wild_draw_four=strict
hands: g1 y2 | r1 r2
top: g3
draw: w4 y6 y7 y8
turn: 0
moves:
0 d
