# R10.jump_in: a jump-in with target and call is one token.
rules: party decks=2
hands: r7 y1 y2 | r1 r2 r3 | r7 b2 b3 | b9
top: r3
turn: 0
moves:
0 r7@1
2 >r7@3!
