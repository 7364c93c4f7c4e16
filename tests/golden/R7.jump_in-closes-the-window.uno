# R7.jump_in: a jump-in is a turn move: nobody is caught after it.
rules: jump-in
hands: g5 y1 | r1 r2 r3 | g5 b6 b7
top: g3
draw: y5 y6
turn: 0
moves:
0 g5
2 >g5
1 c@0
