# R3.challenge: after a wild no card matches by its symbol.
hands: w4 y1 y2 wi | r1 r2 g5 | b1 b2
top: wi=g
draw: y4 y5 y6 y7 y8 y9 b9
turn: 0
moves:
0 w4=r
1 ch
