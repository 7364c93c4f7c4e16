# R7.jump_in: a card that was kept over is not jumped in on again.
rules: jump-in
hands: g5 y1 y2 | r1 r2 r3 | b5 b6 b7 | g5 y8
top: g3
draw: y5
turn: 0
moves:
0 g5
1 d
1 k
3 >g5
