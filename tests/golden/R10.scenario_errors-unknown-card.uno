# R10.scenario_errors: a card that does not exist.
hands: b5 | b12
top: b3
moves:
