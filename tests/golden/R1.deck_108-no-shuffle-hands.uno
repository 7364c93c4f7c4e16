# R1.deck_108: the deck of 108 has no Shuffle Hands.
hands: ws r1 | r5 r6
top: b3
moves:
