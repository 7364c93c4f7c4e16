# R5.nothing_left: after a departure a seat that goes away completes no old lap.
hands: y1 y2 | r1 r2 | b1 b2 | g1 g2 | g8 g9
top: y3
turn: 0
moves:
0 d
1 d
2 d
x@3
b@4
