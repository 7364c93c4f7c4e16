# R7.jump_in: the card acts from the seat that jumped in.
rules: jump-in
hands: gsk y1 y2 | r1 r2 r3 | b1 b2 | gsk y8
top: g3
turn: 0
moves:
0 gsk
3 >gsk
