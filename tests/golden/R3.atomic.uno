# R3.atomic: colour and UNO call travel with the card: nothing is owed after the play.
hands: wi b2 | r1 g2 | y1 y2
top: g3
turn: 0
moves:
0 wi=r!
