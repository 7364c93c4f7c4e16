# R3.actions: the direction turns.
hands: grv y1 y2 | r1 r2 | b1 b2
top: g3
turn: 0
moves:
0 grv
