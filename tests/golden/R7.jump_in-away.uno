# R7.jump_in: a seat that is away does not jump in.
rules: jump-in
hands: g5 y1 y2 | r1 r2 r3 | g5 b2 b3
top: g3
turn: 0
moves:
0 g5
b@2
2 >g5
