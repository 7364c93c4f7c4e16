# R3.play: nothing is played after the end.
hands: g7 | g1 r2
top: g3
turn: 0
moves:
0 g7
1 g1
