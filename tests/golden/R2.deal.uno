# R2.deal: one card at a time, dealer's left first.
rules: classic hand_size=2
seats: 3
deck: r1 r2 r3 r4 r5 r6 g7 y1 y2
moves:
