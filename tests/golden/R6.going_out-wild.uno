# R6.going_out: also with a wild, which still names a colour.
hands: wi | r1 r2 | b9 b+2
top: g3
turn: 0
moves:
0 wi=y
