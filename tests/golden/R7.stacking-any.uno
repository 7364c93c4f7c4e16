# R7.stacking: with any a Wild Draw Four goes on a Draw Two, and may be challenged.
rules: classic stacking=any
hands: g+2 y1 y2 | w4 r1 r2 | b1 b2
top: g3
draw: y5 y6
turn: 0
moves:
0 g+2
1 w4=r
