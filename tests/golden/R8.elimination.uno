# R8.elimination: who played last before another went out leaves the match.
rules: elimination
hands: g5 | r1 r2 | g1 b1 b2
top: g3
draw: y5
turn: 2
moves:
2 g1
0 g5
