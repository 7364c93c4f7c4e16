# R3.draw: after drawing no other card may be played.
hands: g7 y1 | r1 r2
top: g3
draw: b3 r9
turn: 0
moves:
0 d
0 g7
