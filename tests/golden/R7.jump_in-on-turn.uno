# R7.jump_in: the seat on turn does not jump in.
rules: jump-in
hands: g5 y1 y2 | g5 r2 r3 | b1 b5
top: g3
turn: 0
moves:
0 g5
1 >g5
