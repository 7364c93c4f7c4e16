# R4.catch: a late call that comes first saves the seat: log order decides.
hands: g7 y1 | r1 r2 | b1 b2
top: g3
turn: 0
moves:
0 g7
0 u
2 c@0
