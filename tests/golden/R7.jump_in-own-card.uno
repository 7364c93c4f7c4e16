# R7.jump_in: the seat that just played may jump in on its own card.
rules: jump-in
hands: g5 g5 y1 y2 | r1 r2 r3 | b1 b5 b6
top: g3
turn: 0
moves:
0 g5
0 >g5
