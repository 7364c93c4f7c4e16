# R1.deck_112: a deck of 112 adds Shuffle Hands and Customizable, one and three of them.
rules: classic deck=112
hands: ws wc wc | r5 wc | y9 y1
top: b3
turn: 0
moves:
