# R5.reshuffle: the top stays, the rest becomes the draw pile, oldest first, when a card is needed.
hands: y1 y2 | r1 r2
top: g3
discard: g5 b6 b7
turn: 0
moves:
0 d
