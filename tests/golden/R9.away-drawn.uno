# R9.away: a card just drawn stays in its hand.
hands: g7 y1 | g1 r2 | b1 b2
top: b3
draw: b9 y8
turn: 1
moves:
1 d
b@1
