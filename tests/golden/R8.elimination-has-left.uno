# R8.elimination: if that seat has left nobody else does.
rules: elimination
hands: g5 | r1 r2 | g1 b1 b2
top: g3
draw: y5
turn: 2
moves:
2 g1
x@2
0 g5
