# R6.going_out: a last wild without a colour is outside the grammar.
hands: wi | r1 r2 | b9 b+2
top: g3
turn: 0
moves:
0 wi
