# R5.nothing_left: a whole lap in which nobody drew or played ends the round without points.
hands: y1 y2 | r1 r2 | b1 b2
top: g3
turn: 1
scores: 10 20 30
moves:
1 d
2 d
0 d
