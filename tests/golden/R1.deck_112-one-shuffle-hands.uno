# R1.deck_112: the deck of 112 has one Shuffle Hands.
rules: modern
hands: ws r1 | r5 ws
top: b3
moves:
