# R5.nothing_left: a play starts the lap anew.
hands: y1 y2 y4 | r1 r2 | b1 g3 b2
top: g3
turn: 0
moves:
0 d
1 d
2 g3
0 d
