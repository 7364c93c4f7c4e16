# R6.going_out: and then holds two.
rules: classic finish=no_wild
hands: wi | r1 r2
top: g3
draw: g5 y6
turn: 0
moves:
0 d
0 g5!
