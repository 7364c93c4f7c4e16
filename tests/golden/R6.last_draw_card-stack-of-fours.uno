# R6.last_draw_card: a last Wild Draw Four on another one: eight cards, no challenge.
rules: classic stacking=same
hands: w4 y1 y2 | w4 | b1 b5
top: g3
draw: y1 y3 y3 y4 y4 g4 g5 g5 g6
turn: 0
moves:
0 w4=r
1 w4=b
