# R5.reshuffle: an empty draw pile waits until a card is needed.
hands: y1 y2 | r1 r2
top: g3
discard: g5 b6 b7
draw: b9
turn: 0
moves:
0 d
0 k
