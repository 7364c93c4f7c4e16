# R7.jump_in: exact leaves the wilds out.
rules: jump-in
hands: wi y1 y2 | r1 r2 r3 | wi b2 b3
top: g3
turn: 0
moves:
0 wi=r
2 >wi=b
