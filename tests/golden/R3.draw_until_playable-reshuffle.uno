# R3.draw_until_playable: it goes on through a reshuffle.
rules: classic draw=until_playable
hands: y1 y2 | r1 r2
top: g3
discard: y4 g8
draw: r5
turn: 0
moves:
0 d
0 d
0 d
