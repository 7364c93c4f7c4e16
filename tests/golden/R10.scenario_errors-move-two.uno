# R10.scenario_errors: one token a line.
hands: b5 | b2
top: b3
turn: 0
moves:
0 b5 b2
