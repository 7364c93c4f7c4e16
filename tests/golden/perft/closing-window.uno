# Move sequences counted by hand; a line "perft DEPTH NODES" in a comment is checked.
# perft 1 3
#   0: g7, g7!, d (nothing to draw, so d passes)                                     3
# perft 2 5
#   g7:  1 has no match, so d; 1 catches; 0 calls late                                3
#   g7!: 1: d                                                                         1
#   d:   1: d                                                                         1
# perft 3 6
#   g7 d:   the reshuffled g3 is drawn and matches g7: g3, k                          2
#   g7 c@0: 0 draws the g3, nothing is left; 1: d                                     1
#   g7 u:   1: d                                                                      1
#   g7! d:  g3, k                                                                     2
#   d d:    the lap is complete, the round is over                                    0
hands: g7 y1 | r1 r2
top: g3
turn: 0
moves:
