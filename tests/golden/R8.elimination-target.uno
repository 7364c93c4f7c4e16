# R8.elimination: reaching the target wins nothing.
rules: elimination
hands: g5 | r1 r2 | g1 b1 b2
top: g3
turn: 2
scores: 499 0 0
moves:
2 g1
0 g5
