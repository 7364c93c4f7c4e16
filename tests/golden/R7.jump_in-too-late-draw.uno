# R7.jump_in: the next turn move ends it: a draw.
rules: jump-in
hands: g5 y1 y2 | r1 r2 r3 | g5 b5 b6
top: g3
draw: y5
turn: 0
moves:
0 g5
1 d
2 >g5
