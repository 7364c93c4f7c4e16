# R7.jump_in: another wild is not the same card.
rules: modern jump_in=all
hands: wi y1 y2 | r1 r2 r3 | wc b2 b3
top: g3
turn: 0
moves:
0 wi=r
2 >wc=b
