# R10.scenario_errors: only a 7 or a Customizable can have a target.
hands: b5 | b2
top: b3
turn: 0
moves:
0 b5@1
