# R7.stacking: the sum is drawn through a reshuffle.
rules: classic stacking=same
hands: g+2 y1 y2 | r+2 r1 r2 | b1 b2 b3
top: g3
discard: g1 g2
draw: y5
turn: 0
moves:
0 g+2
1 r+2
2 ok
