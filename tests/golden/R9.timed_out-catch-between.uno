# R9.timed_out: a catch is a move of that seat too.
hands: g7 y1 y2 | g1 r2 | b1 b2
top: y3
draw: r5 r6 r7 r8 r9 b5 b6 b7 b8 b9
turn: 1
moves:
t@1
2 d
2 k
0 y1
t@1
2 d
2 k
0 y2
1 c@0
t@1
