# R5.nothing_left: after a play a seat that goes away completes no old lap.
hands: y1 y2 y4 | r1 r2 | b1 g3 b2
top: y3
turn: 0
moves:
0 d
1 d
2 g3
b@2
