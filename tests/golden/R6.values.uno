# R6.values: number = face, symbol 20, Wild and Wild Draw Four 50, Shuffle Hands and Customizable 40.
rules: classic deck=112
hands: g7 | r0 b1 b9 | rsk yrv g+2 | wi w4 | ws wc
top: g3
turn: 0
moves:
0 g7
