"""What hidden cards ask of the rules: faces that become public one by one, hands in fresh slots.

With open cards none of this is needed. Who proved a face, and how, is not known here.
"""

from __future__ import annotations

from collections.abc import Sequence

from unonet.errors import IllegalMove
from unonet.game.cards import HIDDEN
from unonet.game.events import Event, Riffled
from unonet.game.state import ACTIVE, OVER, State, WantKind


def reveal(state: State, slot: int, face: int) -> None:
    """Everybody knows the face of ``slot`` from now on; ``settle`` then feeds what follows."""
    assert state.faces[slot] in (face, HIDDEN), "a card has one face"
    state.faces[slot] = face


def hand_to_open(state: State | None, seat: int) -> tuple[int, ...]:
    """The hidden slots that ``seat`` must open now. IllegalMove if it owes no hand."""
    wants = state.wants if state else None
    if state is None or wants is None or wants.kind != WantKind.HANDS or seat not in wants.seats:
        raise IllegalMove("not_wanted")
    return tuple(slot for slot in state.hands[seat] if state.faces[slot] == HIDDEN)


def hand_to_riffle(state: State | None, seat: int) -> tuple[int, ...]:
    """The hidden slots of ``seat``, if it may have fresh ones now; else IllegalMove.

    Not while one of its cards is judged or has just been drawn, nor while the engine waits.
    """
    if state is None or state.phase == OVER:
        raise IllegalMove("round_over")
    if state.wants is not None:
        raise IllegalMove("waiting")
    if state.statuses[seat] != ACTIVE:
        raise IllegalMove("not_active")
    hand = state.hands[seat]
    if state.drawn in hand or set(state.judged) & set(hand):
        raise IllegalMove("wrong_phase")
    return tuple(slot for slot in hand if state.faces[slot] == HIDDEN)


def riffled(state: State, seat: int, old: Sequence[int], new: Sequence[int]) -> list[Event]:
    """The hidden cards of ``seat`` lie in the slots ``new`` from now on, in an unknown order."""
    gone = set(old)
    state.faces += [HIDDEN] * (max(new) + 1 - len(state.faces))
    state.hands[seat] = [*(slot for slot in state.hands[seat] if slot not in gone), *new]
    return [Riffled(seat, len(new))]
