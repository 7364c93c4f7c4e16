# R3.play: a card of the same symbol brings its own colour.
hands: ysk y1 y2 | r1 r2 | y8 r8
top: gsk
turn: 0
moves:
0 ysk
