# R4.repeated: a hand of one card received by Shuffle Hands needs a new call, also of a seat that had called.
rules: modern
hands: y4 ws | g1 r2 | b1
top: g3
turn: 1
direction: ccw
moves:
1 g1!
0 ws=b
