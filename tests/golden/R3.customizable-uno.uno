# R3.customizable: the other effects leave the own hand as it is.
rules: modern customizable=others_draw_1
hands: wc y1 | r1 r2 r3 | b1 b2
top: g3
draw: g5 g6 g7
turn: 0
moves:
0 wc=b!
