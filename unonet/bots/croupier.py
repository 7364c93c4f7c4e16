"""Deals rounds with open faces, the order taken from a Random: for bots among themselves.

Knows what a shuffle puts in order and nothing of what follows; at a table the deal does this.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeAlias

from unonet.game import engine
from unonet.game.events import Event
from unonet.game.ruleset import Ruleset
from unonet.game.state import State, Status, WantKind

Arrange: TypeAlias = Callable[[list[int]], None]
"""Puts cards in order in place, as ``Random.shuffle`` does."""


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


def feed(state: State, arrange: Arrange) -> list[Event]:
    """Give the round every fact that it waits for, and every shuffle; all faces are open."""
    events = engine.settle(state)
    while state.wants is not None:
        events += _shuffle(state, arrange)
        events += engine.settle(state)
    return events


def _shuffle(state: State, arrange: Arrange) -> list[Event]:
    want = state.wants
    assert want is not None
    if want.kind == WantKind.DECK:
        faces = list(state.ruleset.cards())
    else:
        faces = [state.faces[slot] for slot in want.slots]
    arrange(faces)
    first = len(state.faces)
    slots = range(first, first + len(faces))
    return engine.dealt(state, epoch=state.epoch + 1, slots=slots, faces=faces)
