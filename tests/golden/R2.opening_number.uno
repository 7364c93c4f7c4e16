# R2.opening_number: dealer's left starts, clockwise.
rules: classic hand_size=2
dealer: 1
seats: 3
deck: g1 r2 r3 r4 r5 r6 g0 y1 y2
moves:
2 g1!
