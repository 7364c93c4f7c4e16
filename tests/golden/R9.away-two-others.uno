# R9.away: it needs two other active seats.
hands: g7 y1 | g1 r2 | b1 b2
top: b3
turn: 1
moves:
b@1
b@2
