# R6.match_lowest: one has reached it: the lowest total wins, not the winner of the round.
rules: classic match=lowest target=100
hands: g7 | r1 r2 | b9 b+2
top: g3
turn: 0
scores: 50 12 80
moves:
0 g7
