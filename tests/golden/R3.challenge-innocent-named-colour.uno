# R3.challenge: holding the colour that one names is no guilt.
hands: w4 r7 r8 | r1 r2 g5 | b1 b2
top: g3
draw: y4 y5 y6 y7 y8 y9 b9
turn: 0
moves:
0 w4=r
1 ch
