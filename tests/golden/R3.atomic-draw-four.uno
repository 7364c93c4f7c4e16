# R3.atomic: also a Wild Draw Four.
hands: w4 b2 | r1 g2 | y1 y2
top: g3
turn: 0
moves:
0 w4=b!
