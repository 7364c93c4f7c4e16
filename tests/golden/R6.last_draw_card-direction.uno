# R6.last_draw_card: next in the direction of play, past a seat that is away.
hands: g+2 | r1 r2 | b9 b8 | b1 b2
top: g3
draw: y9 y8 y7
turn: 0
direction: ccw
moves:
b@3
0 g+2
