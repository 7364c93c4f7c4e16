# R1.deck_108: the deck of 108 has two of each coloured card but the zero.
hands: r1 b2 | r1 g4
top: b3
draw: y1 r1
moves:
