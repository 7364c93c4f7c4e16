# R7.stacking: with any a Draw Two still does not go on a Wild Draw Four.
rules: classic stacking=any
hands: w4 y1 y2 | r+2 r1 | b1 b2
top: g3
draw: y5 y6 y7 y8
turn: 0
moves:
0 w4=r
1 r+2
