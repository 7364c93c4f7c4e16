# R9.timed_out: a time-out keeps the card that it draws, whatever force_play says.
rules: classic force_play=on
hands: y1 y2 | r1 r2 | b1 b2
top: g3
draw: g5 r6 g7
turn: 0
moves:
t@0
