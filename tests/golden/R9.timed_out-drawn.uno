# R9.timed_out: after a draw: keeps.
hands: g7 y1 | g1 r2 | b1 b2
top: g3
draw: g9 b8
turn: 1
moves:
1 d
t@1
