# R4.catch: uno_penalty says how many cards.
rules: classic uno_penalty=5
hands: g5 y1 | r1 r2
top: g3
draw: b1 b2 b3 b4 b5 b6
turn: 0
moves:
0 g5
1 c@0
