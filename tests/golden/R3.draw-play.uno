# R3.draw: the drawn card is played.
hands: g7 y1 | r1 r2
top: g3
draw: b3 r9
turn: 0
moves:
0 d
0 b3
