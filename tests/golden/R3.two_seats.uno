# R3.two_seats: Reverse acts as Skip: the mover is on turn again, the direction stays.
hands: grv y1 y2 | r1 r2
top: g3
turn: 0
moves:
0 grv
