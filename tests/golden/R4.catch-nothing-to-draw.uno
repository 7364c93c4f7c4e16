# R4.catch: a caught seat that finds nothing to draw is no longer exposed either.
rules: modern
hands: ws y1 | r1 | b1
top: g3
turn: 0
moves:
0 ws=g!
0 c@1
0 c@2
