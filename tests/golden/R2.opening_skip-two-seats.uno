# R2.opening_skip: with two seats the dealer starts after an opening Skip.
rules: classic hand_size=1
seats: 2
deck: r1 g2 gsk y1 y2
moves:
