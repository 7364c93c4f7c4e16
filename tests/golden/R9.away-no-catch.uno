# R9.away: it is no target of a catch.
hands: g7 y1 | r1 r2 | b1 b2
top: g3
turn: 0
moves:
0 g7
b@0
1 c@0
