# R7.jump_in: nor after the answer.
rules: classic jump_in=all
hands: w4 y1 y2 | r1 r2 r3 | b1 b2 b3 | b8 w4
top: g3
draw: y5 y6 y7 y8
turn: 0
moves:
0 w4=r
1 ok
3 >w4=b
