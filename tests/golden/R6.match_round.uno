# R6.match_round: one round is the match; scores do not move.
rules: quick
hands: g7 | r1 r2 | b9 b+2
top: g3
turn: 0
scores: 5 6 7
moves:
0 g7
