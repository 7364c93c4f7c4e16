# R4.catch: with uno_penalty=0 a catch draws nothing and ends the exposure.
rules: classic uno_penalty=0
hands: g5 y1 | r1 r2
top: g3
draw: b1 b2
turn: 0
moves:
0 g5
1 c@0
