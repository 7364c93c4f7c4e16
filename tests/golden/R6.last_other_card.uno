# R6.last_other_card: a last Skip has no effect.
hands: gsk | r1 r2 | b9 b8
top: g3
turn: 0
moves:
0 gsk
