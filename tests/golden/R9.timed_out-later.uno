# R9.timed_out: a later one makes it away as soon as two others are active.
hands: g7 y1 | g1 r2 | b1 b2
top: y3
draw: r5 r6 r7 r8 r9 b5 b6 b7 b8 b9
turn: 1
moves:
b@2
t@1
0 d
0 k
t@1
0 d
0 k
t@1
r@2
0 d
0 k
t@1
