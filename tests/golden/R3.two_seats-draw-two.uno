# R3.two_seats: Draw Two gives the mover another turn.
hands: g+2 y1 y2 | r1 r2
top: g3
draw: y4 y5
turn: 0
moves:
0 g+2
