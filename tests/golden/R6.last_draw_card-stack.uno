# R6.last_draw_card: the last card ends a stack: the next seat draws all of it, and nothing is added.
rules: classic stacking=same
hands: g+2 y1 y2 | r+2 | b+2 b5
top: g3
draw: y5 y6 y7 y8 y9
turn: 0
moves:
0 g+2
1 r+2
