# R7.jump_in: a card that cannot be the last one does not jump in as the last one.
rules: jump-in finish=no_action
hands: gsk y1 y2 | gsk | b1 b2
top: g3
turn: 0
moves:
0 gsk
1 >gsk
