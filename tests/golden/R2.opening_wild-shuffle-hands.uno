# R2.opening_wild: an opening Shuffle Hands only waits for a colour: the hands stay.
rules: modern hand_size=2
seats: 3
deck: r1 r2 r3 g4 r5 r6 ws y1 y2
moves:
1 =r
