# R9.away: Skip, Reverse and Draw Two pass it over.
hands: g7 y1 | bsk r2 r5 | b1 b2 | y9 y8
top: b3
turn: 1
moves:
b@2
1 bsk
