# R3.play: naming the current colour is allowed.
hands: wi b2 b4 | r1 g2
top: g3
turn: 0
moves:
0 wi=g
