# R3.customizable: swap: UNO is called for the card that comes.
rules: modern customizable=swap
hands: wc y1 y2 | r1 r2 r3 | b1
top: g3
turn: 0
moves:
0 wc=b@2!
