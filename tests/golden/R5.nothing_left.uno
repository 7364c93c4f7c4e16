# R5.nothing_left: the seat draws what exists.
hands: w4 y1 y2 | r1 r2 | b1 b2
top: g3
draw: b9
turn: 0
moves:
0 w4=r
1 ok
