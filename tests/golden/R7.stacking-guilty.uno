# R7.stacking: a guilty accused draws the whole sum, the challenger takes a normal turn.
rules: classic stacking=same
hands: w4 y1 y2 | w4 r1 r2 | b1 b2
top: g3
draw: y5 y6 y7 y8 y9 g4 g5 g6 g7 g8
turn: 0
moves:
0 w4=r
1 w4=b
2 ch
