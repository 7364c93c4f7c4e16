# R10.scenario_errors: a wild in a hand has no colour.
hands: b5 | wi=r
top: b3
moves:
