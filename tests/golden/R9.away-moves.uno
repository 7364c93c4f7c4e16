# R9.away: a seat that is away makes no move.
hands: g7 y1 | g1 r2 | b1 b2 | y9 y8
top: b3
turn: 1
moves:
b@1
1 d
