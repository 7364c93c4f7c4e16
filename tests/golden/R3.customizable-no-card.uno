# R3.customizable: a deck without the card has no effect to choose.
rules: classic customizable=swap
hands: b5 | b2
top: b3
moves:
