# R4.repeated: drawing a card ends the call.
hands: g7 y1 | r1 r2 | b1 b2
top: g3
draw: b9 b8 b7
turn: 0
moves:
0 g7!
1 d
1 k
2 d
2 k
0 d
