# R3.two_seats: also when the third seat is only away.
hands: grv y1 y2 | r1 r2 | b1 b2
top: g3
turn: 0
moves:
b@2
0 grv
