# R7.stacking: a Draw Two of any colour is added and the sum passes on.
rules: classic stacking=same
hands: g+2 y1 y2 | r+2 r1 r2 | b+2 b2 b3
top: g3
draw: y5 y6 y7 y8 y9 g9 g8
turn: 0
moves:
0 g+2
1 r+2
2 b+2
