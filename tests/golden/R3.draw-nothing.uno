# R3.draw: with nothing to draw, d passes the turn.
hands: g7 y1 | r1 r2 | y8 y9
top: g3
turn: 0
moves:
0 d
