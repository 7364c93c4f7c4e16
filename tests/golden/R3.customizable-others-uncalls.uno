# R3.customizable: a seat that called UNO draws and no longer holds one card.
rules: modern customizable=others_draw_1
hands: g4 y1 | wc r2 r3 | b1 b2 b3
top: g3
draw: b5 y6 y7
turn: 0
moves:
0 g4!
1 wc=b
