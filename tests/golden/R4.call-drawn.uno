# R4.call: a seat that draws to two and plays the drawn card calls again.
hands: y1 | r1 r2 | b1 b2
top: g3
draw: g9 b4
turn: 0
moves:
0 d
