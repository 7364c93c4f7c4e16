# R1.decks: with two decks a card may be there four times.
rules: classic decks=2
hands: g5 g5 g5 g5 | r1 r2
top: g3
turn: 0
