# R7.jump_in: a seat that holds the same card plays it out of turn; play goes on from it.
rules: jump-in
hands: g5 y1 y2 | r1 r2 r3 | b1 b2 g5 | y8 y9 r9
top: g3
turn: 0
moves:
0 g5
2 >g5
