# R8.option_elimination: most_cards: counted after what a last card makes draw.
rules: classic elimination=most_cards
hands: g+2 | r1 | b1 b2
top: g3
draw: y5 y6
turn: 0
moves:
0 g+2
