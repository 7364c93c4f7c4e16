# R10.scenario_errors: a line without a key.
hands: b5 | b2
top b3
moves:
