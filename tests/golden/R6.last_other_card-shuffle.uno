# R6.last_other_card: a last Shuffle Hands shuffles nothing, but names a colour.
rules: classic deck=112
hands: ws | r1 r2 | b9 b8 b7
top: g3
turn: 0
moves:
0 ws=r
