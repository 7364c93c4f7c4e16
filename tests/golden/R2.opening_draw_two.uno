# R2.opening_draw_two: dealer's left draws two and loses the turn.
rules: classic hand_size=1
seats: 3
deck: r1 r2 r3 g+2 y1 y2 y3
moves:
