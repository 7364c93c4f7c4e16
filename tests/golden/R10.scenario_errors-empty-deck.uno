# R10.scenario_errors: a start needs cards.
seats: 3
deck:

