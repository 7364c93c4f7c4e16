# R5.reshuffle: set-aside hands in the order in which they were set aside.
hands: y1 y2 | r1 r2 | b1 b2 | g8 g9
top: g3
turn: 0
moves:
x@2
x@1
0 d
0 k
3 d
3 k
0 d
0 k
3 d
