# R6.last_draw_card: the next seat draws two, then hands are counted.
hands: g+2 | r1 r2 | b9 b8
top: g3
draw: y9 y8 y7
turn: 0
moves:
0 g+2
