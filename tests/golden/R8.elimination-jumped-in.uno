# R8.elimination: a seat that jumped in is the last that played.
rules: elimination jump_in=exact
hands: g5 | r1 g1 | g1 b1 b2
top: g3
draw: y1
turn: 2
moves:
2 g1
1 >g1
2 d
2 k
0 g5
