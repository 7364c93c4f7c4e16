# R10.scenario_json: the JSON object of a position without a move.
hands: b5 g7 | b2 b+2 r1 | y9 y1
top: b3
discard: g1 g2
draw: y1 g5 b9
scores: 0 120 0
moves:
