# R6.hands_that_count: the hand of a seat that is gone counts 0.
hands: g7 | r1 r2 | b9 b+2
top: g3
turn: 0
moves:
x@2
0 g7
