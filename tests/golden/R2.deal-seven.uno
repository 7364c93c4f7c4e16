# R2.deal: seven cards each unless the rules say another number.
seats: 2
deck: r1 y1 r2 y2 r3 y3 r4 y4 r5 y5 r6 y6 r7 y7 g7 b1
moves:
