# R7.stacking: a bluff on a Draw Two costs the sum.
rules: classic stacking=any
hands: g+2 y1 y2 | w4 g1 r2 | b1 b2
top: g3
draw: y5 y6 y7 y8 y9 r4 r5
turn: 0
moves:
0 g+2
1 w4=r
2 ch
