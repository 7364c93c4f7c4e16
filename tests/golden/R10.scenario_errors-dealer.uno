# R10.scenario_errors: a dealer that has no seat.
dealer: 2
hands: b5 | b2
top: b3
moves:
