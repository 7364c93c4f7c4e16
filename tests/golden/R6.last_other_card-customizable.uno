# R6.last_other_card: a last Customizable is written without a target.
rules: classic deck=112
hands: wc | r1 r2 | b9 b8 b7
top: g3
turn: 0
moves:
0 wc=r
