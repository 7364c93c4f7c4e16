# R4.repeated: a call is void when the card it was for goes to another seat.
rules: seven-o
hands: g4 y1 | g7 b8 b9 | b1 b2
top: g3
turn: 0
moves:
0 g4!
1 g7@0
