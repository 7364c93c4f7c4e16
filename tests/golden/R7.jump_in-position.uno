# R7.jump_in: nor on the top of a position, which nobody played.
rules: jump-in
hands: g5 y1 | r1 r2 | g3 b2
top: g3
turn: 0
moves:
2 >g3
