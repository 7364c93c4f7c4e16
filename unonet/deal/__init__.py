"""The shuffle that nobody can bias and nobody can see through, and the cards that come from it.

It knows slots and card types, integers with a count each, and never what game is played with them.
``session`` is the state of a round's deal, ``progress`` how it goes on by itself, ``sealed`` what
is done with its hidden cards, ``secrets`` what one seat alone knows; group, transcript, proofs,
keys, mix, share and riffle are the cryptography below them.
"""

from unonet.deal.holdings import EVERYBODY, Ask, Holdings, Item
from unonet.deal.permutation import permutation, permuted
from unonet.deal.session import DealState
from unonet.deal.steps import Expelled, Handed, Ordered, Result, Seeded, Step

__all__ = [
    "EVERYBODY",
    "Ask",
    "DealState",
    "Expelled",
    "Handed",
    "Holdings",
    "Item",
    "Ordered",
    "Result",
    "Seeded",
    "Step",
    "permutation",
    "permuted",
]
