# R3.actions: the next seat draws two and loses its turn.
hands: g+2 y1 y2 | r1 r+2 | b1 b2
top: g3
draw: y4 y5 y6
turn: 0
moves:
0 g+2
