# R10.scenario: comments, blank lines and defaults: the left of the dealer is the next place that is not empty.
dealer: 0      # a comment after a line

hands: b5 g7 | - | y9 y1   # "-" is an empty place
top: wi=y
# a comment alone
moves:
