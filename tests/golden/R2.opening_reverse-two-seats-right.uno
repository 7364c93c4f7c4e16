# R2.opening_reverse: with two seats it is an opening Skip, whatever the option.
rules: classic hand_size=2 opening_reverse=right
dealer: 1
seats: 2
deck: r1 r2 r3 r4 grv y1 y2
moves:
