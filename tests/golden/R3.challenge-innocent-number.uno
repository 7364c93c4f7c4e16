# R3.challenge: the same number in another colour does not forbid the play.
hands: w4 y3 b3 | r1 r2 g5 | b1 b2
top: g3
draw: y4 y5 y6 y7 y8 y9 b9
turn: 0
moves:
0 w4=r
1 ch
