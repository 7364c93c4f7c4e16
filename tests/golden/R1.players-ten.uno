# R1.players: ten seats play, and the first of them is the left of the last.
dealer: 9
hands: r1 g1 | r1 g1 | r2 g2 | r2 g2 | r3 g3 | r3 g3 | r4 g4 | r4 g4 | r5 g5 | r5 g5
top: b3
draw: y1
moves:
0 d
0 k
