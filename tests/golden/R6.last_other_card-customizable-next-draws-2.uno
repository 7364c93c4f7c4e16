# R6.last_other_card: a last Customizable has no effect and names no seat, only a colour.
rules: modern customizable=next_draws_2
hands: wc | r1 r2 | b1 b2
top: g3
draw: y5 y6
turn: 0
moves:
0 wc=b
