# R3.draw: there is nothing to keep before drawing.
hands: g7 y1 | r1 r2
top: g3
draw: r9 b1
turn: 0
moves:
0 k
