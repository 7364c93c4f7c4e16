# R4.catch: a catch is open while a penalty waits, which it does not touch.
hands: w4 y1 | r1 r2 | b1 b2
top: g3
draw: b9 b8 b7 b6 b5 b4
turn: 0
moves:
0 w4=r
1 c@0
