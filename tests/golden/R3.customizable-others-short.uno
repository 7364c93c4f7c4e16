# R3.customizable: when the piles run out the later ones draw nothing.
rules: modern customizable=others_draw_1
hands: wc y1 y2 | r1 r2 r3 | b1 b2 b3
top: g3
draw: b5
turn: 0
moves:
0 wc=b
