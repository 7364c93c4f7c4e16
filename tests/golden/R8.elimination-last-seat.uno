# R8.elimination: the last seat left wins the match.
rules: elimination
hands: g5 | - | g1 b1 b2
top: g3
turn: 2
moves:
2 g1
0 g5
