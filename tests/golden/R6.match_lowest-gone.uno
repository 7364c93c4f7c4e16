# R6.match_lowest: a seat that is gone does not win by its low total.
rules: classic match=lowest target=100
hands: g7 | r1 r2 | b9 b+2 | r9
top: g3
turn: 0
scores: 50 47 80 5
moves:
x@3
0 g7
