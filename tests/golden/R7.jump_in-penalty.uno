# R7.jump_in: nobody jumps in while a penalty waits.
rules: jump-in stacking=same
hands: g+2 y1 y2 | r1 r2 r3 | g+2 b2 b3
top: g3
draw: y5 y6 y7 y8
turn: 0
moves:
0 g+2
2 >g+2
