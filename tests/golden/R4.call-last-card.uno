# R4.call: no call with the last card.
hands: g7 | r1 r2 | b1 b2
top: g3
turn: 0
moves:
0 g7!
