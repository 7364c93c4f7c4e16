# R7.jump_in: a Reverse turns the direction again.
rules: jump-in
hands: grv y1 y2 | r1 r2 r3 | b1 grv b2 | g9 y8
top: g3
turn: 0
moves:
0 grv
2 >grv
