# perft 1 9
#   0: w4 in four colours, with and without the call, and d                           9
# perft 2 25
#   w4=C:  1: ok ch c@0; 0: u                                                     4 x 4
#   w4=C!: 1: ok ch                                                               4 x 2
#   d:     the drawn y9 does not match g3: k                                          1
# perft 3 37
#   Innocent (y1), so ok and ch both cost 1 the turn and 0 is next: y1 or d in yellow,
#   d in the other colours. y1 is the last card: no call.
#   w4=y ok, w4=y ch, w4=y! ok, w4=y! ch: y1 d                                    4 x 2
#   the same in red, green and blue: d                                           12 x 1
#   w4=C c@0: 1: ok ch                                                            4 x 2
#   w4=C u:   1: ok ch                                                            4 x 2
#   d k:      1 (r1 r2 on g3): d                                                      1
hands: w4 y1 | r1 r2
top: g3
draw: y9 y8 y7 y6 y5 b9 b8 b7
turn: 0
moves:
