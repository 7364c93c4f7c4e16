# perft 1 4
#   1 names one of four colours                                                       4
# perft 2 5
#   =r: r1 (the last card, no call), d                                                2
#   =y =g =b: d                                                                   3 x 1
# perft 3 6
#   =r r1: the round is over                                                          0
#   =r d, =g d, =b d: the drawn y1 does not match: k                              3 x 1
#   =y d: y1, y1!, k                                                                  3
rules: classic hand_size=1
seats: 2
deck: r1 g2 wi y1 y2
moves:
