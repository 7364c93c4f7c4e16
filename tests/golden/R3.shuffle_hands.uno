# R3.shuffle_hands: the hands of all are collected clockwise from the player's left and dealt again one at a time.
rules: modern
hands: y1 ws y2 | r1 r2 r3 | b1 b2 b3 b4
top: g3
turn: 0
moves:
0 ws=b
