# R8.option_elimination: with match=round the match goes on all the same.
rules: quick elimination=enabler
hands: g5 | r1 r3 | wi b3 g1
top: g3
turn: 2
moves:
2 g1
0 g5
