"""The shuffle that nobody can bias: commit, open, and an order that every seat had a hand in.

It knows slots and card types, integers with a count each, and never what game is played with them.
Faces are public for now (``deal=open``): what hides them, keys and mixes, comes behind these names.
"""

from unonet.deal.permutation import permutation, permuted
from unonet.deal.secrets import ENTROPY, Secret, Secrets, record_due
from unonet.deal.session import DealState, Ordered, Result, Seeded, Step, due

__all__ = [
    "ENTROPY",
    "DealState",
    "Ordered",
    "Result",
    "Secret",
    "Secrets",
    "Seeded",
    "Step",
    "due",
    "permutation",
    "permuted",
    "record_due",
]
