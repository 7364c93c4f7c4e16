# R4.call: with Shuffle Hands the cards after the whole move count: one each, so the call is legal.
rules: modern
hands: ws y1 | r1 | b1
top: g3
turn: 0
moves:
0 ws=r!
