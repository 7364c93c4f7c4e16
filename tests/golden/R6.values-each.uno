# R6.values: the same under match=lowest, seat by seat.
rules: classic deck=112 match=lowest
hands: g7 | r0 b1 b9 | rsk yrv g+2 | wi w4 | ws wc
top: g3
turn: 0
moves:
0 g7
