# R2.opening_wild: an opening Customizable only waits for a colour.
rules: modern hand_size=1
seats: 3
deck: r1 r2 r3 wc y1 y2
moves:
