# R5.nothing_left: a return does not start the lap anew, and the seat that is back takes part in it.
hands: y1 y2 | r1 r2 | b1 b2 | g1 g2
top: y3
turn: 0
moves:
b@3
0 d
1 d
r@3
2 d
3 d
