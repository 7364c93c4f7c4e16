# R10.scenario_errors: a key stands once.
hands: b5 | b2
top: b3
top: b4
moves:
