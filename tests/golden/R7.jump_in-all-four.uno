# R7.jump_in: a Wild Draw Four that waits for its answer cannot be jumped in on.
rules: classic jump_in=all
hands: w4 y1 y2 | r1 r2 r3 | w4 b2 b3
top: g3
draw: y5 y6 y7 y8
turn: 0
moves:
0 w4=r
2 >w4=b
