# Two exposed seats after one move.
# perft 1 9
#   0: ws in four colours, with and without the call, and d                           9
# perft 2 35
#   each hand keeps its one card: 0 y1, 1 r1.
#   ws=r:  both exposed. 0: u c@1; 1: u c@0 d r1                                      6
#   ws=y ws=g ws=b: 0: u c@1; 1: u c@0 d                                          3 x 5
#   ws=r!: 1 exposed. 0: c@1; 1: u d r1                                               4
#   ws=y! ws=g! ws=b!: 0: c@1; 1: u d                                             3 x 3
#   d: the drawn b9 does not match g3: k                                              1
rules: modern
hands: ws y1 | r1
top: g3
draw: b9 b8 b7
turn: 0
moves:
