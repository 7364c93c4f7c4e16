# R1.decks: but not five times.
rules: classic decks=2
hands: g5 g5 g5 g5 | r1 g5
top: g3
turn: 0
