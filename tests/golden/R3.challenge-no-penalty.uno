# R3.challenge: there is nothing to challenge in a normal turn.
hands: w4 y1 y2 | r1 r2 g5 | b1 b2
top: w4=g
draw: y4 y5 y6 y7 y8
turn: 0
moves:
0 ch
