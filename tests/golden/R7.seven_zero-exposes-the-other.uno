# R7.seven_zero: the seat that receives one card is exposed, also if the mover called.
rules: seven-o
hands: g7 y1 | r1 | b1 b2
top: g3
turn: 0
moves:
0 g7@1!
