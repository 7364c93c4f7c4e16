# R8.option_elimination: points: whatever match is.
rules: quick elimination=points target=50
hands: g5 | r1 r3 | wi b3
top: g3
turn: 0
moves:
0 g5
