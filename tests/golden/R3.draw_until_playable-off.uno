# R3.draw_until_playable: by default a seat draws once, also after an unplayable card.
hands: g7 y1 | r1 r2
top: g3
draw: r9 b1
turn: 0
moves:
0 d
0 d
