# R4.exposed: the next play closes the window.
hands: g7 y1 | g1 r2 r3 | b1 b2
top: g3
turn: 0
moves:
0 g7
1 g1
