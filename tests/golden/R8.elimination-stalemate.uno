# R8.elimination: a stalemate takes nobody out.
rules: elimination
hands: y5 | r1 r2 | b1 b2
top: g3
turn: 0
moves:
0 d
1 d
2 d
