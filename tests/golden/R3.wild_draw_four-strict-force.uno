# R3.wild_draw_four: strict: an illegal drawn one is kept, also under force_play.
rules: classic wild_draw_four=strict force_play=on
hands: g1 y2 | r1 r2
top: g3
draw: w4 y6 y7 y8
turn: 0
moves:
0 d
0 k
