# perft 1 9
#   0: wi in four colours, with and without the call, and d                           9
# perft 2 25
#   wi=r:         1: r1 r1! r2 r2! d c@0; 0: u                                        7
#   wi=y wi=g wi=b: 1: d c@0; 0: u                                                3 x 3
#   wi=r!:        1: r1 r1! r2 r2! d                                                  5
#   wi=y! wi=g! wi=b!: 1: d                                                       3 x 1
#   d:            the drawn b9 does not match g3: k                                   1
hands: wi b2 | r1 r2
top: g3
draw: b9 b8
turn: 0
moves:
