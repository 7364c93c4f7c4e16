# R6.match_lowest: equal lowest totals share the win.
rules: classic match=lowest target=100
hands: g7 | r1 r2 | b9 b+2 | r9
top: g3
turn: 0
scores: 50 47 80 45
moves:
0 g7
