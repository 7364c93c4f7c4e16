# R3.atomic: a coloured card names no colour.
hands: g1 b2 | r1 g2
top: g3
turn: 0
moves:
0 d
0 g1=r
