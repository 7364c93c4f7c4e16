# R3.shuffle_hands: a seat that is away keeps its hand and gets none.
rules: modern
hands: y1 ws y2 | r1 r2 r3 | b1 b2 b3 b4
top: g3
turn: 0
moves:
b@1
0 ws=b
