# R2.opening_card: the opening Draw Two cannot be stacked on: its seat has drawn and lost the turn.
rules: classic hand_size=2
seats: 3
deck: r+2 r2 r3 r4 r5 r6 g+2 y1 y2
moves:
1 r+2
