# R3.actions: a second Reverse turns it back.
hands: grv y1 y2 | r1 r2 | b1 brv
top: g3
turn: 0
moves:
0 grv
2 brv
