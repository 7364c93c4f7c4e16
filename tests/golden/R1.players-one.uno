# R1.players: one seat is not enough.
seats: 1
deck: r1 r2 r3 r4 r5 r6 r7 r8 r9 y1 y2 y3
moves:
