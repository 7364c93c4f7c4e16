# R10.scenario_errors: a turn that has no seat.
hands: b5 | b2
top: b3
turn: 2
moves:
