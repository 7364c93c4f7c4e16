# R6.going_out: a Shuffle Hands is a wild.
rules: modern finish=no_wild
hands: ws | r1 r2
top: g3
turn: 0
moves:
0 ws=r
