# R9.gone: the last seat wins the round and the match, without points and whatever the scores.
hands: g7 y1 | g1 r2 | b1 b2
top: b3
turn: 1
scores: 400 10 30
moves:
x@0
x@2
