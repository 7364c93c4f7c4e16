# R1.custom_deck: what is no deck is refused.
rules: classic deck=r2:4,r1:4
hands: r1 | r2
top: r1
turn: 0
