# R5.reshuffle: the named colour of a top wild stays in force.
hands: y1 y2 | r1 r2
top: wi=b
discard: w4 b6
turn: 0
moves:
0 d
