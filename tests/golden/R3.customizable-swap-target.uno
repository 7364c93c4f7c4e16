# R3.customizable: swap: it names a seat.
rules: modern customizable=swap
hands: wc y1 y2 | r1 r2 r3 | b1 b2 b3
top: g3
turn: 0
moves:
0 wc=b
