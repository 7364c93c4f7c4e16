# R7.stacking: without stacking a Draw Two is drawn at once.
hands: g+2 y1 y2 | r+2 r1 r2 | b1 b2 b3
top: g3
draw: y5 y6
turn: 0
moves:
0 g+2
