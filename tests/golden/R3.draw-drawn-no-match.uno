# R3.draw: an unplayable drawn card is not playable.
hands: g7 y1 | r1 r2
top: g3
draw: r9 b1
turn: 0
moves:
0 d
0 r9
