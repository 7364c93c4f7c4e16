# R3.draw_until_playable: with nothing left to draw the last card is kept.
rules: classic draw=until_playable
hands: y1 y2 | r1 r2
top: g3
draw: r5 r6
turn: 0
moves:
0 d
0 d
