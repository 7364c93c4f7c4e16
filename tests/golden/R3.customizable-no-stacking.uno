# R3.customizable: next_draws_2 is no penalty: nothing is stacked on it.
rules: modern customizable=next_draws_2 stacking=same
hands: wc y1 y2 | r+2 b+2 r3 | b1 b2 b3
top: g3
draw: b5 y6 y7
turn: 0
moves:
0 wc=b
