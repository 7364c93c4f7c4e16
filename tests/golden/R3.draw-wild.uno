# R3.draw: a drawn Wild Draw Four may be played, as a bluff too.
hands: g7 y1 | r1 r2
top: g3
draw: w4 r9
turn: 0
moves:
0 d
