# R2.opening_reverse: after the dealer's turn play goes on to the right.
rules: classic hand_size=2
seats: 4
deck: r1 r2 r3 g4 r5 r6 r7 r8 grv y1 y2
moves:
0 g4!
