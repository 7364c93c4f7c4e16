# R2.opening_skip: dealer's left loses the turn, the seat after it starts.
rules: classic hand_size=1
seats: 3
deck: r1 r2 r3 gsk y1 y2
moves:
