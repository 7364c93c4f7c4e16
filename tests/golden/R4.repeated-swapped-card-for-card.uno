# R4.repeated: a card received for a card needs a call of its own.
rules: seven-o
hands: g4 y1 | g7 b8 | b1 b2
top: g3
turn: 0
moves:
0 g4!
1 g7@0
