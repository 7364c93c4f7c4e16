# R3.shuffle_hands: UNO calls of the collected hands are void.
rules: modern
hands: y1 y2 ws y4 | r1 r2 r3 | g1 b2
top: g3
draw: b7 b8
turn: 2
moves:
2 g1!
0 ws=b
