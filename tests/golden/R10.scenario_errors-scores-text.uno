# R10.scenario_errors: scores are numbers.
hands: b5 | b2
top: b3
scores: 1 x
moves:
