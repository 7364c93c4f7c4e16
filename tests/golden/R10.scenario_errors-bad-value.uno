# R10.scenario_errors: a value that the option does not have.
rules: classic hand_size=21
hands: b5 | b2
top: b3
moves:
