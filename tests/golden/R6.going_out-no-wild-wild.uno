# R6.going_out: finish=no_wild: this card is not the last one.
rules: classic finish=no_wild
hands: wi | r1 r2
top: g3
draw: y5 y6
turn: 0
moves:
0 wi=r
