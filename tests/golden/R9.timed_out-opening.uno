# R9.timed_out: naming the opening colour: red, and the normal turn follows.
rules: classic hand_size=2
seats: 3
deck: r1 r2 r3 g4 r5 r6 wi y1 y2
moves:
t@1
