# R8.elimination: if nobody else has played a card nobody leaves.
rules: elimination
hands: g5 | r1 r2 | b1 b2
top: g3
turn: 0
moves:
0 g5
