# R4.catch: a caught seat draws what exists and is no longer exposed.
hands: g7 y1 | r1 r2 | b1 b2
top: g3
draw: b9
turn: 0
moves:
x@2
0 g7
1 c@0
