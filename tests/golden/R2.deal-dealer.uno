# R2.deal: the deal starts at the left of whoever deals.
rules: classic hand_size=2
dealer: 2
seats: 3
deck: r1 r2 r3 r4 r5 r6 g7 y1 y2
moves:
