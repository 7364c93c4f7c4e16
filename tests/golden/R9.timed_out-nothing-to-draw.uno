# R9.timed_out: with nothing to draw the turn passes.
hands: g7 y1 | g1 r2 | b1 b2
top: g3
turn: 1
moves:
t@1
