# R3.draw_until_playable: after an unplayable card the seat draws again.
rules: classic draw=until_playable
hands: y1 y2 | r1 r2
top: g3
draw: r5 r6 g7 b8
turn: 0
moves:
0 d
