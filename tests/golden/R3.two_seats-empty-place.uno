# R3.two_seats: an empty place is no seat.
hands: grv y1 y2 | - | b1 b2
top: g3
turn: 0
moves:
0 grv
