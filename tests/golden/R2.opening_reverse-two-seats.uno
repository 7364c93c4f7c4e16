# R2.opening_reverse: with two seats it is an opening Skip: the direction stays, the dealer starts.
rules: classic hand_size=2
seats: 2
deck: r1 r2 r3 r4 grv y1 y2
moves:
