# R10.scenario_errors: a wild on top names its colour.
hands: b5 | b2
top: wi
moves:
