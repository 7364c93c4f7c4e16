# R4.catch: the catch is too late once the next seat has moved.
hands: g7 y1 | r1 r2 | b1 b2
top: g3
draw: b9
turn: 0
moves:
0 g7
1 d
2 c@0
