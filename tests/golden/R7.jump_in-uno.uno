# R7.jump_in: UNO is called with a jump-in.
rules: jump-in
hands: g5 y1 y2 | r1 r2 r3 | g5 b6
top: g3
turn: 0
moves:
0 g5
2 >g5!
