# R3.draw: an unplayable drawn card still wants its keep, since nobody else can see it.
hands: g7 y1 | r1 r2
top: g3
draw: r9
turn: 0
moves:
0 d
