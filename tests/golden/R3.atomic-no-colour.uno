# R3.atomic: a wild without a colour is outside the grammar.
hands: wi b2 | r1 g2
top: g3
turn: 0
moves:
0 wi
