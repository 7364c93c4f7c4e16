# R9.timed_out: in a turn: draws one and keeps it, although it could be played.
hands: g7 y1 | g1 r2 | b1 b2
top: g3
draw: g9 b8
turn: 1
moves:
t@1
