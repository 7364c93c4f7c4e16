# R7.seven_zero: UNO is called with a 7 if the hand that comes is one card.
rules: seven-o
hands: g7 y1 y2 | r1 | b1 b2
top: g3
turn: 0
moves:
0 g7@1!
