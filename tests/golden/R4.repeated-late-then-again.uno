# R4.repeated: also after a late call the next single card needs a new one.
hands: g7 y1 | g1 r2 r3
top: g3
draw: g9 g8 b7
turn: 0
moves:
0 g7
0 u
1 g1
0 d
0 g9
1 c@0
