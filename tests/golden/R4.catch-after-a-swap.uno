# R4.catch: who received one card and did not call is caught.
rules: seven-o
hands: g7 y1 | r1 r2 | b1 b2
top: g3
draw: y5 y6
turn: 0
moves:
0 g7@1
2 c@1
