# R6.last_draw_card: it draws what exists, after a reshuffle.
hands: w4 | r1 r2
top: g3
discard: b9
draw: y9
turn: 0
moves:
0 w4=b
