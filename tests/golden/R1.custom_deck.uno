# R1.custom_deck: a custom deck in its text form.
rules: classic deck=r1:4,r2:4,g3:1,g5:3,wi:2
hands: g5 g5 g5 | r1 r1 r1 r1
top: g3
turn: 0
moves:
0 g5
