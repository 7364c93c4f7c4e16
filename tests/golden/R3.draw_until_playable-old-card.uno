# R3.draw_until_playable: only the last drawn card may be played.
rules: classic draw=until_playable
hands: g1 y2 | r1 r2
top: g3
draw: r5 g6 b1
turn: 0
moves:
0 d
0 g1
