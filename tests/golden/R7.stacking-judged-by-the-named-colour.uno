# R7.stacking: a stacked Wild Draw Four is judged by the colour that the one below it named.
rules: classic stacking=same
hands: w4 y1 y2 | w4 g1 g2 | b1 b2
top: g3
draw: y5 y6 y7 y8 y9 g4 g5 g6 g7 g8
turn: 0
moves:
0 w4=r
1 w4=b
2 ch
