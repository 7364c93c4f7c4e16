# R10.scenario_errors: tokens are lower case.
hands: b5 | b2
top: b3
turn: 0
moves:
0 B5
