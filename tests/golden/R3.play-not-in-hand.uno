# R3.play: only cards of one's own hand.
hands: g7 y1 y2 | g1 r2
top: g3
turn: 0
moves:
0 g1
