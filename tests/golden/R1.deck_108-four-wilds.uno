# R1.deck_108: the deck of 108 has four Wild cards.
hands: wi wi wi | r5 wi wi
top: b3
moves:
