# R8.option_elimination: with match=lowest scores move as ever, and only the last seat wins.
rules: classic elimination=enabler match=lowest target=50
hands: g5 | r1 r3 | wi b3 g1
top: g3
turn: 2
moves:
2 g1
0 g5
