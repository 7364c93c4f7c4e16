# R6.last_other_card: a last 7 under Seven-O goes out without a target.
rules: seven-o
hands: g7 | r1 r2 | b1 b2
top: g3
turn: 0
moves:
0 g7
