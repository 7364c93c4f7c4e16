# R3.customizable: swap: hands change places with a chosen seat.
rules: modern customizable=swap
hands: wc y1 y2 | r1 r2 r3 | b1 b2 b3 b4
top: g3
turn: 0
moves:
0 wc=b@2
