# R8.option_elimination: points: each adds its own hand, and who reaches the target is out.
rules: classic elimination=points target=100
hands: g5 | r1 r2 | wi w4 b3 | b1 y1
top: g3
turn: 0
scores: 90 96 0 10
moves:
0 g5
