# R8.option_elimination: points: several at once.
rules: classic elimination=points target=100
hands: g5 | r1 r3 | wi w4 b3
top: g3
turn: 0
scores: 90 96 0
moves:
0 g5
