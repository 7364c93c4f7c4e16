# R2.opening_wild_draw_four: what is turned up after it opens as itself.
rules: classic hand_size=1
dealer: 2
seats: 3
deck: r1 r2 r3 w4 wi b5 g1 y1
moves:
