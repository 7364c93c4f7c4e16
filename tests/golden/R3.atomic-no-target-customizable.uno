# R3.atomic: a Customizable without an effect has no target.
rules: modern
hands: wc y1 y2 | g1 r2
top: g3
turn: 0
moves:
0 wc=r@1
