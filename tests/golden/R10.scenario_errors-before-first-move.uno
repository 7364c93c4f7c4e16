# R10.scenario_errors: a file is parsed before its first move: a malformed line after an illegal move counts first.
hands: b5 | b2
top: g3
turn: 0
moves:
0 b5
1 wi
