# R3.customizable: next_draws_2: the next seat draws two and keeps its turn.
rules: modern customizable=next_draws_2
hands: wc y1 y2 | r1 r2 r3 | b1 b2 b3
top: g3
draw: b5 y6 y7
turn: 0
moves:
0 wc=b
