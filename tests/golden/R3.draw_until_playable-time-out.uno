# R3.draw_until_playable: a time-out draws one and keeps it.
rules: classic draw=until_playable
hands: y1 y2 | r1 r2 | b1 b2
top: g3
draw: r5 r6 g7
turn: 0
moves:
t@0
