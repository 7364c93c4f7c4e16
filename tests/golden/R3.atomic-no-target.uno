# R3.atomic: without Seven-O a seven has no target.
hands: g7 y1 y2 | g1 r2
top: g3
turn: 0
moves:
0 g7@1
