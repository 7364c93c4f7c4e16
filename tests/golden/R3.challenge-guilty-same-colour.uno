# R3.challenge: naming the colour already in force changes nothing.
hands: w4 g1 y2 | r1 r2 g5 | b1 b2
top: g3
draw: y4 y5 y6 y7 y8 y9 b9
turn: 0
moves:
0 w4=g
1 ch
