# R10.scenario_start: a position begins with nobody called and nobody exposed, also at one card.
hands: r1 | g1
top: r5
turn: 0
