# R9.timed_out: with fewer than two others it stays active, however often.
hands: g7 y1 | g1 r2
top: y3
draw: r5 r6 r7 r8 r9 b5 b6 b7 b8 b9
turn: 1
moves:
t@1
0 d
0 k
t@1
0 d
0 k
t@1
0 d
0 k
t@1
