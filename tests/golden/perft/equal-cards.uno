# Equal cards are one move.
# perft 1 3
#   0: g7, g1, d                                                                      3
# perft 2 3
#   g7, g1: 1: d. d: the drawn b9 does not match g3: k                                3
hands: g7 g7 g1 | r5 r2
top: g3
draw: b9
turn: 0
moves:
