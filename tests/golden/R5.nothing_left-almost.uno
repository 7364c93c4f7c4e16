# R5.nothing_left: before the last seat of the lap the round goes on.
hands: y1 y2 | r1 r2 | b1 b2
top: g3
turn: 1
moves:
1 d
2 d
