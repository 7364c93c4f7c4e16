# R7.jump_in: nobody jumps in on the opening card.
rules: jump-in hand_size=2
seats: 3
deck: r1 g3 y1 r2 y2 y4 g3 b1 b2
moves:
2 >g3
