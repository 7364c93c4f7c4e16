# R4.repeated: a call is used up when the hand grows; down to one card again without it, the seat is exposed.
hands: g7 y1 | g1 r2 r3
top: g3
draw: g9 g8 b7
turn: 0
moves:
0 g7!
1 g1
0 d
0 g9
