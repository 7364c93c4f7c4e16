# R3.force_play: an unplayable one is kept.
rules: classic force_play=on
hands: y1 y2 | r1 r2
top: g3
draw: r5 r6
turn: 0
moves:
0 d
