# R3.challenge: a third seat that leaves changes nothing about the penalty.
hands: w4 y1 y2 | r1 r2 g5 | b1 b2 | b4 b5
top: g3
draw: y4 y5 y6 y7 y8
turn: 0
moves:
0 w4=r
x@2
1 ok
