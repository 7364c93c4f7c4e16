# R3.play: a card of the colour in force.
hands: g7 y1 y2 | r1 r2
top: g3
turn: 0
moves:
0 g7
