# R8.option_elimination: when all others leave the last seat wins, as ever.
rules: elimination
hands: g5 | r1 r3 | b3 g1
top: g3
turn: 2
moves:
x@1
x@2
