# R3.challenge: the accused had the colour: it draws the four, the challenger takes a normal turn under the named colour.
hands: w4 g1 y2 | r1 r2 g5 | b1 b2
top: g3
draw: y4 y5 y6 y7 y8 y9 b9
turn: 0
moves:
0 w4=r
1 ch
