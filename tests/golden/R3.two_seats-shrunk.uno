# R3.two_seats: also when a bigger table has shrunk to two by leaving.
hands: grv y1 y2 | r1 r2 | b1 b2
top: g3
turn: 0
direction: ccw
moves:
x@1
0 grv
