# R7.jump_in: the seat on turn plays the card as usual, any other jumps in.
rules: jump-in decks=2
hands: g5 y1 y2 | g5 r2 r3 | b1 g5
top: g3
turn: 0
moves:
0 g5
