# R3.play: a card of the same number brings its own colour.
hands: y3 y1 y2 | r1 y4
top: g3
turn: 0
moves:
0 y3
