# R2.opening_wild: if dealer's left goes away first, the next seat names the colour.
rules: classic hand_size=1
seats: 3
deck: r1 r2 r3 wi y1 y2
moves:
b@1
2 =y
