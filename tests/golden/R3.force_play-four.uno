# R3.force_play: a Wild Draw Four is never forced.
rules: classic force_play=on
hands: y1 y2 | r1 r2
top: g3
draw: w4 r6
turn: 0
moves:
0 d
0 k
