# R10.scenario_start: seats and deck start a round from the deal.
rules: classic hand_size=2
seats: 2
dealer: 1
deck: r1 g1 r2 g2 r5 b1
moves:
