"""Deals rounds with open faces, the order taken from a Random: for bots among themselves.

Knows how a round begins and nothing of what follows; at a table the deal does this.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from unonet.game import engine
from unonet.game.feeding import feed
from unonet.game.ruleset import Ruleset
from unonet.game.state import State, Status


def dealt_round(
    ruleset: Ruleset,
    rng: Random,
    *,
    seats: Sequence[Status | int],
    dealer: int = 0,
    scores: Sequence[int] | None = None,
) -> State:
    """A round whose opening card lies and has acted."""
    state = engine.start(ruleset, seats=seats, dealer=dealer, scores=scores or [0] * len(seats))
    feed(state, rng.shuffle)
    return state
