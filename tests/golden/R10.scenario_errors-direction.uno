# R10.scenario_errors: a direction that does not exist.
hands: b5 | b2
top: b3
direction: left
moves:
