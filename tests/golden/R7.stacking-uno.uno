# R7.stacking: UNO is called with a card that passes a penalty on.
rules: classic stacking=same
hands: g+2 y1 y2 | r+2 r1 | b1 b2
top: g3
draw: y5 y6 y7 y8
turn: 0
moves:
0 g+2
1 r+2!
