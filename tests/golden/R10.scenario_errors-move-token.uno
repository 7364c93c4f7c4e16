# R10.scenario_errors: a move that does not exist.
hands: b5 | b2
top: b3
turn: 0
moves:
0 b5
1 pass
