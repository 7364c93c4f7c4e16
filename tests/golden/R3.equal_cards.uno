# R3.equal_cards: of equal cards in a hand the first leaves it.
hands: y1 g7 y2 g7 b8 | r1 r2
top: g3
turn: 0
moves:
0 g7
