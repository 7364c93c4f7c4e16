# R3.challenge: a Draw Two is drawn at once and cannot be challenged.
hands: g+2 y1 y2 | r1 r2 g5 | b1 b2
top: g3
draw: y4 y5 y6 y7 y8
turn: 0
moves:
0 g+2
1 ch
