# R1.deck_108: the deck of 108 has one zero of each colour.
hands: r0 r1 | r5 r0
top: b3
moves:
