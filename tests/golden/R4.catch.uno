# R4.catch: the caught seat draws two and is no longer exposed; the turn stays.
hands: g7 y1 | r1 r2 | b1 b2
top: g3
draw: b9 b8 b7
turn: 0
moves:
0 g7
2 c@0
