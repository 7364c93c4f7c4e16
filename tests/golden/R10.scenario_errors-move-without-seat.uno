# R10.scenario_errors: a move needs its seat.
hands: b5 | b2
top: b3
turn: 0
moves:
b5
