# R8.elimination: the winner itself is passed over: the last other seat counts.
rules: elimination
hands: g5 g6 | g1 r2 | b1 b2
top: g3
draw: y5 y6 y7 y8
turn: 1
moves:
1 g1
2 d
2 k
0 g6!
1 d
1 k
2 d
2 k
0 g5
