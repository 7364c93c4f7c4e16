# R4.call: a last Shuffle Hands deals nothing again, so it carries no call.
rules: modern
hands: ws | r1 r2 | b1 b2
top: g3
turn: 0
moves:
0 ws=r!
