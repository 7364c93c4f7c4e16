# R2.opening_card: a seat that the deal left with one card has nothing to call.
rules: classic hand_size=1
seats: 3
deck: r1 r2 r3 g7 y1 y2
moves:
1 u
