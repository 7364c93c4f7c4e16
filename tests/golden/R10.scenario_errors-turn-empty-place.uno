# R10.scenario_errors: an empty place has no turn.
hands: b5 | - | b2
top: b3
turn: 1
moves:
