# R9.back: not before the opening colour is named.
rules: classic hand_size=1
seats: 3
deck: r1 r2 r3 wi y1 y2
moves:
b@1
r@1
