# R6.last_other_card: a last 0 passes no hand on.
rules: seven-o
hands: g0 | r1 r2 | b1 b2
top: g3
turn: 0
moves:
0 g0
