# R2.opening_card: nobody played the opening card: a hand of one card from the deal is not exposed.
rules: classic hand_size=1
seats: 3
deck: r1 r2 r3 g7 y1 y2
moves:
