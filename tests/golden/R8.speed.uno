# R8.speed: a game of the preset from the deal: two decks, ten cards each.
rules: speed hand_size=3
seats: 2
deck: r1 g1 r2 g2 r3 g3 r4 b5 y5 r5
moves:
1 r1
0 d
0 d
0 d
0 r5
