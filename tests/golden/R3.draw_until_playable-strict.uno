# R3.draw_until_playable: a Wild Draw Four that is not legal is not playable.
rules: classic draw=until_playable wild_draw_four=strict
hands: g1 y2 | r1 r2
top: g3
draw: w4 r6
turn: 0
moves:
0 d
