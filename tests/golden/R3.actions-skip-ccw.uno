# R3.actions: counter-clockwise it is the seat to the right.
hands: gsk y1 y2 | r1 r2 | b1 b2 | b4 b5
top: g3
turn: 0
direction: ccw
moves:
0 gsk
