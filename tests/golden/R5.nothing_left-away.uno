# R5.nothing_left: a seat that is away has no part in the lap.
hands: y1 y2 | r1 r2 | b1 b2 | g1 g2
top: y3
turn: 0
moves:
0 d
1 d
b@2
3 d
