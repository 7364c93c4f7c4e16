# R3.customizable: as the opening card it names a colour and does nothing else.
rules: modern customizable=others_draw_1 hand_size=2
seats: 2
deck: r1 y1 r2 y2 wc b1 b2
moves:
1 =b
