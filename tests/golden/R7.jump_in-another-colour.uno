# R7.jump_in: the same number in another colour is not the same card.
rules: jump-in
hands: g5 y1 y2 | r1 r2 r3 | r5 b5 b6
top: g3
turn: 0
moves:
0 g5
2 >r5
