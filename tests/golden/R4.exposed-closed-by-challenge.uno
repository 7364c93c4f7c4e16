# R4.exposed: a challenge closes it.
hands: w4 y1 | r1 r2 | b1 b2
top: g3
draw: b9 b8 b7 b6 b5 b4 y9
turn: 0
moves:
0 w4=b
1 ch
