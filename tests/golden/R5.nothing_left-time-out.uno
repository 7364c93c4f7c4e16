# R5.nothing_left: a time-out with nothing to draw counts as such a turn.
hands: y1 y2 | r1 r2 | b1 b2
top: g3
turn: 1
moves:
1 d
t@2
0 d
