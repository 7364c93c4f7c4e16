# R6.going_out: finish=no_wild: this card is not the last one.
rules: classic finish=no_wild
hands: w4 | r1 r2
top: g3
draw: y5 y6
turn: 0
moves:
0 w4=r
