# R2.opening_wild: dealer's left owes the name of a colour, and nothing else is legal.
rules: classic hand_size=1
seats: 3
deck: r1 r2 r3 wi y1 y2
moves:
