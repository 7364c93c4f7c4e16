# R7.jump_in: a jump-in can be jumped in on.
rules: jump-in decks=2
hands: g5 y1 y2 | r1 g5 r3 | g5 b2 b3
top: g3
turn: 0
moves:
0 g5
2 >g5
1 >g5
