# R9.timed_out: the third one that ends the round makes nobody away.
hands: g7 y1 | g1 r2 | b1 b2
top: y3
draw: r5 r6 r7 r8
turn: 1
moves:
t@1
2 d
2 k
0 d
0 k
t@1
2 d
0 d
t@1
