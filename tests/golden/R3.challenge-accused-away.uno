# R3.challenge: an accused that is away concedes, although its hand is innocent.
hands: w4 y1 y2 | r1 r2 g5 | b1 b2
top: g3
draw: y4 y5 y6 y7 y8
turn: 0
moves:
0 w4=r
b@0
1 ch
