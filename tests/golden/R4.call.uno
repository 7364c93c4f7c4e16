# R4.call: the call travels with the play that leaves one card.
hands: g7 y1 | r1 r2 | b1 b2
top: g3
turn: 0
moves:
0 g7!
