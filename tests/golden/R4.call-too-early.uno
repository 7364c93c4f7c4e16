# R4.call: no call with two cards left.
hands: g7 y1 y2 | r1 r2 | b1 b2
top: g3
turn: 0
moves:
0 g7!
