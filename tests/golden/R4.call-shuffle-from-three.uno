# R4.call: with three cards in hand the call is legal when the new deal leaves one.
rules: modern
hands: ws y1 y2 | r1 | b1
top: g3
turn: 0
moves:
