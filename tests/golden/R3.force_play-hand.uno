# R3.force_play: the hand is not forced: drawing is allowed with a playable card.
rules: classic force_play=on
hands: g1 y2 | r1 r2
top: g3
draw: r5 r6
turn: 0
moves:
0 d
0 k
