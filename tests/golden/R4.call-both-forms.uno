# R4.call: a play that leaves one card is legal with and without the call.
hands: g7 wi | r1 r2 | b1 b2
top: g3
turn: 0
moves:
