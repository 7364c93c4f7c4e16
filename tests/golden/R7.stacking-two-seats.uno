# R7.stacking: with two seats the penalty comes back to whoever raised it.
rules: classic stacking=same
hands: g+2 y+2 y1 | r+2 r1 r2
top: g3
draw: y5 y6 y7 y8 y9 g9 g8
turn: 0
moves:
0 g+2
1 r+2
0 y+2
1 ok
