# R10.scenario_errors: no hand may be empty.
hands: b5 | | b2
top: b3
moves:
