# R10.scenario_errors: a coloured top names none.
hands: b5 | b2
top: b3=r
moves:
