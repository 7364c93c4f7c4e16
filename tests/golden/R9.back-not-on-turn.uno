# R9.back: whoever is on turn stays on turn.
hands: g7 y1 | g1 r2 | b1 b2
top: b3
draw: y9 y8
turn: 0
moves:
b@0
r@0
