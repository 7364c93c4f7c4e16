# R3.challenge: judged on the hand at the moment of the play: what a catch brings afterwards does not count.
hands: w4 y1 | r1 r2 g5 | b1 b2
top: g3
draw: g4 g5 y6 y7 y8 y9 b9 b8 b7
turn: 0
moves:
0 w4=r
2 c@0
1 ch
