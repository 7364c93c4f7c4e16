# R10.scenario_errors: one score per seat.
hands: b5 | b2
top: b3
scores: 1 2 3
moves:
