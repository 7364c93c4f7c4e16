# R2.opening_wild: only dealer's left names the colour.
rules: classic hand_size=1
seats: 3
deck: r1 r2 r3 wi y1 y2
moves:
0 =g
