# R3.draw_until_playable: a Wild Draw Four ends the drawing too, and may be kept.
rules: classic draw=until_playable force_play=on
hands: y1 y2 | r1 r2
top: g3
draw: r5 w4 b1
turn: 0
moves:
0 d
0 d
