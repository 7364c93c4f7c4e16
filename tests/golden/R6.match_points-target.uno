# R6.match_points: another target.
rules: classic target=100
hands: r4 r5 | g7 | b9 b+2
top: g3
turn: 1
scores: 0 62 99
moves:
1 g7
