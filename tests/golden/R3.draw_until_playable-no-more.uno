# R3.draw_until_playable: a playable card ends the drawing.
rules: classic draw=until_playable
hands: y1 y2 | r1 r2
top: g3
draw: g5 r6
turn: 0
moves:
0 d
0 d
