# R6.going_out: who holds only a card that cannot be the last one draws.
rules: classic finish=no_wild
hands: wi | r1 r2
top: g3
draw: y5 y6
turn: 0
