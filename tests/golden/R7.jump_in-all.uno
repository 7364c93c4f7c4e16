# R7.jump_in: all lets a wild jump in on the same wild, with a colour of its own.
rules: classic jump_in=all
hands: wi y1 y2 | r1 r2 r3 | wi b2 b3
top: g3
turn: 0
moves:
0 wi=r
2 >wi=b
