# R6.last_other_card: a last 7 is a number.
hands: g7 | r1 r2 | g0 b8
top: g3
turn: 0
moves:
0 g7
