# R7.jump_in: also by the seat that has just drawn for it.
rules: jump-in
hands: g+2 y1 y2 | r1 g+2 r3 | b1 b2 b3
top: g3
draw: r5 r6 r7 r8 r9
turn: 0
moves:
0 g+2
1 >g+2
