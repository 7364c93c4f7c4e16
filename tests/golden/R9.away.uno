# R9.away: its turn passes on and it is skipped from then on; its hand stays.
hands: g7 y1 | g1 r2 | b1 b2
top: b3
draw: y9 y8
turn: 1
moves:
b@1
2 b1!
0 d
0 k
