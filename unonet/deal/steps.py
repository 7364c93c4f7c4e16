"""The steps of a deal, in which order they come, and what completing one gives.

Values only. Who owes a step and what it carries is for ``session`` to say.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias


class Step(StrEnum):
    """What the deal waits for; each but the last names a kind of record."""

    COMMIT = "commit"
    OPEN = "open"
    KEY_SHARES = "key_shares"
    NONCE = "nonce"
    MIX = "mix"
    OPEN2 = "open2"
    ORDERED = "ordered"


OPEN_PATH: Final = {
    Step.COMMIT: Step.OPEN,
    Step.OPEN: Step.OPEN2,
    Step.NONCE: Step.OPEN2,
    Step.OPEN2: Step.ORDERED,
}
"""Step by step with open cards: nobody has keys, and nothing is mixed."""

SEALED_PATH: Final = {
    Step.COMMIT: Step.OPEN,
    Step.OPEN: Step.KEY_SHARES,
    Step.KEY_SHARES: Step.MIX,
    Step.NONCE: Step.MIX,
    Step.MIX: Step.OPEN2,
    Step.OPEN2: Step.ORDERED,
}

SET_UP: Final = frozenset({Step.COMMIT, Step.OPEN, Step.KEY_SHARES})
"""A seat that goes here takes its part of the keys with it: step 1 again for all who are left."""


class Seeded(NamedTuple):
    """All seats opened n1: the joint seed of the round, 32 bytes."""

    seed: bytes


class Ordered(NamedTuple):
    """All n2 of an epoch are open: its slots base, base+1, … in final order.

    ``types`` are theirs, by place, when the cards are open; None when they are sealed.
    """

    epoch: int
    base: int
    slots: tuple[int, ...]
    types: tuple[int, ...] | None


class Handed(NamedTuple):
    """Enough shares for what one entry asked: owners can read their slots.

    ``opened`` are (slot, type) of those that everybody can read now.
    """

    opened: tuple[tuple[int, int], ...]


class Expelled(NamedTuple):
    """A complaint showed that ``seat`` had dealt a bad key share, or accused an honest dealer."""

    seat: int


Result: TypeAlias = Seeded | Ordered | Handed | Expelled
"""What follows from a record that takes effect."""
