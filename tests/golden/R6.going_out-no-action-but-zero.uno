# R6.going_out: finish=no_action: this card may be the last one.
rules: classic finish=no_action
hands: g0 | r1 r2
top: g3
draw: y5 y6
turn: 0
moves:
0 g0
