# R10.scenario_errors: a record names its seat.
hands: b5 | b2
top: b3
turn: 0
moves:
t@
