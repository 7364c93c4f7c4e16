# R10.scenario_errors: a record stands alone on its line.
hands: b5 | b2
top: b3
turn: 0
moves:
0 t@0
