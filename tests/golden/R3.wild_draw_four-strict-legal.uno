# R3.wild_draw_four: strict: the same number, the same symbol and a Wild do not forbid it.
rules: classic wild_draw_four=strict
hands: w4 r3 wi | r1 r2 | b1 b2
top: g3
draw: y5 y6 y7 y8
turn: 0
moves:
0 w4=r
