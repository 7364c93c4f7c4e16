# R4.exposed: a position begins with nobody exposed and nobody called, also at one card.
hands: y1 | r1 | b1 b2
top: g3
turn: 0
moves:
