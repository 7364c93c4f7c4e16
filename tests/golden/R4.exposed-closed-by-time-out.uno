# R4.exposed: a time-out closes it.
hands: g7 y1 | r1 r2 | b1 b2
top: g3
draw: b9
turn: 0
moves:
0 g7
t@1
