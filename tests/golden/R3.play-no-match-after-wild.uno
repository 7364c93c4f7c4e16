# R3.play: the colour under a wild is out of force.
hands: g7 y1 y2 | r1 g2
top: g3
turn: 1
moves:
1 g2!
0 g7
1 r1
