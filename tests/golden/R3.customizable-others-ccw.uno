# R3.customizable: counter-clockwise from the other side.
rules: modern customizable=others_draw_1
hands: wc y1 y2 | r1 r2 r3 | b1 b2 b3
top: g3
direction: ccw
draw: b5 y6 y7
turn: 0
moves:
0 wc=b
