# R9.gone: a card just drawn is set aside with the hand.
hands: g7 y1 | g1 r2 | b1 b2
top: b3
draw: y9
turn: 1
moves:
1 d
x@1
2 d
2 k
0 d
0 k
2 d
