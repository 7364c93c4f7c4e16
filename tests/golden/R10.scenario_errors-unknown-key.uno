# R10.scenario_errors: a line that no key opens.
hands: b5 | b2
top: b3
colour: b
moves:
