# R3.play: only the seat on turn plays.
hands: g7 y1 y2 | g1 r2
top: g3
turn: 0
moves:
1 g1!
