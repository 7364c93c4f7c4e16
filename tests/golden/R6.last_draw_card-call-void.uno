# R6.last_draw_card: the call of the seat that draws is void.
hands: g+2 g1 | r1 g2 | b9 b8
top: g3
draw: y9 y8 y7 y6
turn: 0
moves:
0 g1!
1 g2!
2 d
2 k
0 g+2
