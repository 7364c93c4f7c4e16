# R4.repeated: drawing a penalty ends the call.
hands: g7 y1 | r1 r2 | b1 g+2 b4
top: g3
draw: b9 b8 b7 b6
turn: 0
moves:
0 g7!
1 d
1 k
2 g+2
