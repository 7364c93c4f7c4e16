# R2.opening_wild: before the colour is named nobody draws.
rules: classic hand_size=1
seats: 3
deck: r1 r2 r3 wi y1 y2
moves:
1 d
