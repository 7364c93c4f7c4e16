# R9.back: not while a penalty waits.
hands: w4 y1 y2 | g1 r2 | b1 b2
top: b3
draw: y9 y8
turn: 0
moves:
b@1
0 w4=r
r@1
