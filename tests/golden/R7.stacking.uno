# R7.stacking: a Draw Two raises a penalty: the next seat may pass it on or take it.
rules: classic stacking=same
hands: g+2 y1 y2 | r+2 r1 | b1 b2
top: g3
draw: y5 y6 y7 y8
turn: 0
moves:
0 g+2
