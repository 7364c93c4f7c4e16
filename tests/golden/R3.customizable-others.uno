# R3.customizable: others_draw_1: each other seat draws one, from the next one on.
rules: modern customizable=others_draw_1
hands: wc y1 y2 | r1 r2 r3 | b1 b2 b3
top: g3
draw: b5 y6 y7
turn: 0
moves:
0 wc=b
