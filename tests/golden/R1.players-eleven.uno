# R1.players: eleven seats are too many.
rules: classic hand_size=1
seats: 11
deck: r1 r2 r3 r4 r5 r6 r7 r8 r9 y1 y2 y3 y4 y5
moves:
