# R4.call: with Shuffle Hands a call is illegal when the mover will hold two.
rules: modern
hands: ws y1 | r1 r2 | b1 b2 b3
top: g3
turn: 0
moves:
0 ws=r!
