# R4.catch: the seat on turn may catch and then takes its turn.
hands: g7 y1 | g1 r2 r3 | b1 b2
top: g3
draw: b9 b8 b7
turn: 0
moves:
0 g7
1 c@0
1 g1
