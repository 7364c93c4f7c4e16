# R3.shuffle_hands: clockwise also while play runs the other way.
rules: modern
hands: y1 ws y2 | r1 r2 r3 | b1 b2 b3 b4
top: g3
turn: 0
direction: ccw
moves:
0 ws=b
