# R7.seven_zero: an opening 7 or 0 does nothing.
rules: seven-o hand_size=2
seats: 2
deck: r1 y1 r2 y2 g0 b1 b2
moves:
