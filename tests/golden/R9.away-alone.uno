# R9.away: a seat left alone plays on.
hands: g7 y1 | g1 r2 | b1 b2
top: b3
draw: y9 y8
turn: 1
moves:
b@1
x@2
0 d
0 k
