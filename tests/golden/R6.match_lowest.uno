# R6.match_lowest: each seat adds its own hand; nobody has reached the target yet.
rules: classic match=lowest target=100
hands: g7 | r1 r2 | b9 b+2
top: g3
turn: 0
scores: 50 96 70
moves:
0 g7
