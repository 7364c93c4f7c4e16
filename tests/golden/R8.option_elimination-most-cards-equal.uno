# R8.option_elimination: most_cards: of equals the first after the winner.
rules: classic elimination=most_cards
hands: r1 r2 | g5 | b1 b2
top: g3
turn: 1
moves:
1 g5
