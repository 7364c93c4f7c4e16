# R2.opening_draw_two: with two seats the dealer starts after an opening Draw Two.
rules: classic hand_size=1
seats: 2
deck: r1 r2 g+2 y1 y2 y3
moves:
