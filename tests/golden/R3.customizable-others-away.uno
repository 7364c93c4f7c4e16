# R3.customizable: a seat that is away draws nothing.
rules: modern customizable=others_draw_1
hands: wc y1 y2 | r1 r2 r3 | b1 b2 b3 | g8 g9
top: g3
draw: b5 y6 y7
turn: 0
moves:
b@2
0 wc=b
