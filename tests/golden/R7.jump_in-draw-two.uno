# R7.jump_in: a Draw Two that was drawn can be jumped in on with the other one.
rules: jump-in
hands: g+2 y1 y2 | r1 r2 r3 | b1 b2 b3 | g+2 y8 y9
top: g3
draw: r5 r6 r7 r8 r9
turn: 0
moves:
0 g+2
3 >g+2
