# R5.reshuffle: a wild in the new draw pile has no colour: it names a new one when it is played.
hands: wi y1 y2 | r1 r9 | g1 g2 b1
top: g3
turn: 0
moves:
0 wi=r
1 r9!
2 d
2 k
0 d
0 wi=g
