# R6.going_out: the first empty hand wins the round.
hands: g7 | r1 r2 | b9 b+2
top: g3
turn: 0
moves:
0 g7
