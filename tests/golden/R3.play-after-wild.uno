# R3.play: after a wild the named colour is in force, and its own symbol matches nothing.
hands: r5 g5 wi b2 | r1 r2
top: wi=g
turn: 0
moves:
