# R10.scenario_errors: an option that does not exist.
rules: classic stack=same
hands: b5 | b2
top: b3
moves:
