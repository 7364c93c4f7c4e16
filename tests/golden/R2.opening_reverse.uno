# R2.opening_reverse: direction turns and the dealer plays first.
rules: classic hand_size=2
seats: 4
deck: r1 r2 r3 g4 r5 r6 r7 r8 grv y1 y2
moves:
