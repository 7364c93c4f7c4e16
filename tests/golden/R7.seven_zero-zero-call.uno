# R7.seven_zero: UNO is called with a 0 if the hand that comes is one card.
rules: seven-o
hands: g0 y1 y2 | r1 r2 | b1
top: g3
turn: 0
moves:
0 g0!
