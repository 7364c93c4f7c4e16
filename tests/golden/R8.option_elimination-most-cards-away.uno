# R8.option_elimination: most_cards: hands of seats that are away count.
rules: classic elimination=most_cards
hands: g5 | r1 r2 | b1 b2 b3
top: g3
turn: 0
moves:
b@2
0 g5
