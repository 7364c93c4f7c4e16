# R9.gone: at two seats one departure ends the match.
rules: classic match=lowest target=100
hands: g7 y1 | g1 r2
top: b3
turn: 1
scores: 90 10
moves:
x@1
