# R6.match_points: whoever reaches the target wins the match.
hands: g7 | r1 r2 | b9 b+2
top: g3
turn: 0
scores: 468 490 0
moves:
0 g7
