# R6.match_points: one point below it the match goes on.
hands: g7 | r1 r2 | b9 b+2
top: g3
turn: 0
scores: 467 490 0
moves:
0 g7
