# R3.two_seats: Skip gives the mover another turn.
hands: gsk y1 y2 | r1 r2
top: g3
turn: 0
moves:
0 gsk
