# R10.scenario_errors: a preset that does not exist.
rules: classical
hands: b5 | b2
top: b3
moves:
