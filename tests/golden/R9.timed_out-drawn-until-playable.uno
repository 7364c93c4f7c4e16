# R9.timed_out: after a draw a time-out keeps, also what is not playable.
rules: classic draw=until_playable
hands: y1 y2 | r1 r2 | b1 b2
top: g3
draw: r5 r6 g7
turn: 0
moves:
0 d
t@0
