# R7.stacking: a wrong challenger draws the sum and two more, and loses its turn.
rules: classic stacking=same
hands: w4 y1 y2 | w4 b1 b2 | g1 b3
top: g3
draw: y5 y6 y7 y8 y9 g4 g5 g6 g7 g8
turn: 0
moves:
0 w4=r
1 w4=y
2 ch
