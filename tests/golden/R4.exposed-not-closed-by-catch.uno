# R4.exposed: the catch of one exposed seat leaves the other exposed.
rules: modern
hands: ws y1 | r1 | b1
top: g3
draw: b7 b8 b9
turn: 0
moves:
0 ws=g!
0 c@1
