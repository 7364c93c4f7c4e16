# R4.exposed: it stays open while the next seat faces the penalty.
hands: w4 y1 | r1 r2 | b1 b2
top: g3
draw: b9 b8 b7 b6 b5
turn: 0
moves:
0 w4=r
