# R2.opening_wild: the colour is named once.
rules: classic hand_size=2
seats: 3
deck: r1 r2 r3 g4 r5 r6 wi y1 y2
moves:
1 =g
1 =r
