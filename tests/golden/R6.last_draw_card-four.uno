# R6.last_draw_card: the next seat draws four, cannot challenge, then hands are counted.
hands: w4 | r1 r2 | b9 b8
top: g3
draw: y9 y8 y7 y6 y5
turn: 0
moves:
0 w4=b
