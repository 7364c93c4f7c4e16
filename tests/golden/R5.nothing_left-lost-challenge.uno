# R5.nothing_left: a lost challenge with nothing left to draw counts as such a turn.
hands: w4 y1 | r1 r2 | b1 b2
top: g3
turn: 0
moves:
0 w4=y
2 c@0
1 ch
2 d
0 d
