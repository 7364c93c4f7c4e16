# R3.actions: the next seat loses its turn.
hands: gsk y1 y2 | r1 r2 | b1 b2
top: g3
turn: 0
moves:
0 gsk
