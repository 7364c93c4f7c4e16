# R10.scenario_errors: a seat is a number.
hands: b5 | b2
top: b3
turn: 0
moves:
x b5
