# R5.nothing_left: a seat that goes away before its turn completes the lap of the others.
hands: y1 y2 | r1 r2 | b1 b2 | g1 g2
top: y3
turn: 0
moves:
0 d
1 d
2 d
b@3
