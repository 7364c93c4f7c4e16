# R3.two_seats: when the third seat is back, Reverse turns the direction again.
hands: grv y1 y2 | r1 r2 | b1 b2
top: g3
turn: 0
moves:
b@1
r@1
0 grv
