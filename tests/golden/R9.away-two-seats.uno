# R9.away: nobody is benched at two seats.
hands: g7 y1 | g1 r2
top: b3
turn: 1
moves:
b@1
