# R5.reshuffle: also under a Draw Two, whose card is the top and stays.
hands: g+2 y1 y2 | r1 r2 | b1 b2
top: g3
discard: g5
draw: b9
turn: 0
moves:
0 g+2
