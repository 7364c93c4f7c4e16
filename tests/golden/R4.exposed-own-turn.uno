# R4.exposed: with two seats a Skip brings the mover's own next move, which closes it too.
hands: gsk y1 | r1 r2
top: g3
draw: b9
turn: 0
moves:
0 gsk
0 d
