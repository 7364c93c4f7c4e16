"""Feeds a round whose faces are all public with everything that it waits for.

Where cards are hidden a table does this, entry by entry. How a shuffle orders the cards is the
caller's business; what follows from it, the engine's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from unonet.game.events import Event
from unonet.game.inputs import dealt, settle
from unonet.game.state import State, WantKind

Arrange: TypeAlias = Callable[[list[int]], None]
"""Puts cards in order in place, as ``Random.shuffle`` does."""


def as_they_lie(faces: list[int]) -> None:
    """A shuffle that leaves the cards in the order in which they go in."""


def feed(state: State, arrange: Arrange = as_they_lie) -> list[Event]:
    """Give the round every fact that it waits for, and every shuffle; all faces are open."""
    events = settle(state)
    while state.wants is not None:
        events += _shuffle(state, arrange)
        events += settle(state)
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
    return dealt(state, epoch=state.epoch + 1, slots=slots, faces=faces)
