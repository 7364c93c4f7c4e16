# R5.reshuffle: it happens in the middle of a multi-card draw.
hands: w4 y1 y2 | r1 r2 | b1 b2
top: g3
discard: g5 b6 b7
draw: b9
turn: 0
moves:
0 w4=r
1 ok
