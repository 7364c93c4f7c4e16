# R10.scenario_errors: a wild in the discards has no colour.
hands: b5 | wi
top: b3
discard: wi=r
moves:
