# R3.play: what matches in colour, number or symbol, and any wild, is playable.
hands: g7 g1 b3 r3 ysk y9 wi w4 | r1 r2
top: g3
turn: 0
moves:
