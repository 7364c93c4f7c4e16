# R5.reshuffle: the set-aside cards follow the discards.
hands: y1 y2 | r1 r2 | b1 b2
top: g3
discard: g5
turn: 0
moves:
x@1
0 d
0 k
2 d
2 k
0 d
0 k
