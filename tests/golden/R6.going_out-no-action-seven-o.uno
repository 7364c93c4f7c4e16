# R6.going_out: 7 and 0 are numbers, also under Seven-O.
rules: seven-o finish=no_action
hands: g7 | r1 r2
top: g3
turn: 0
moves:
0 g7
