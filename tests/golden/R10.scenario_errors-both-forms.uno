# R10.scenario_errors: a position and a deck together.
hands: b5 | b2
top: b3
seats: 2
moves:
