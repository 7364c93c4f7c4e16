# R2.opening_wild_draw_four: it goes to the bottom of the draw pile and the next card is turned up, again and again.
rules: classic hand_size=1
seats: 3
deck: r1 r2 r3 w4 w4 b5 g1 y1
moves:
1 d
1 k
2 d
2 k
0 d
0 k
1 d
1 k
