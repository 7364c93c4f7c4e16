# R7.jump_in: a 7 that jumps in swaps hands.
rules: jump-in seven_zero=on
hands: g7 y1 y2 | r1 r2 r3 | g7 b2 b3 b4
top: g3
turn: 0
moves:
0 g7@1
2 >g7@0
