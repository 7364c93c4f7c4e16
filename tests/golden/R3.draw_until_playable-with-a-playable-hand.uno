# R3.draw_until_playable: drawing is allowed with a playable hand too.
rules: classic draw=until_playable
hands: g1 y2 | r1 r2
top: g3
draw: r5 g6
turn: 0
moves:
0 d
