"""Whole hands that go from seat to seat: swapped, passed on, dealt again (R7.seven_zero).

Slots keep their numbers when hands are swapped or passed on; the events say who holds whose. What
a seat called for its old hand is void, and a single card that it receives exposes it
(R4.repeated). It does not know which card did it.
"""

from __future__ import annotations

from collections.abc import Iterable

from unonet.game.events import Event, RotatedHands, SwappedHands
from unonet.game.state import ACTIVE, State
from unonet.game.turns import active_in_play


def swap(state: State, seat: int, other: int, *, uno: bool, events: list[Event]) -> None:
    """``seat``, which played, takes the hand of ``other`` and gives its own."""
    hands = state.hands
    hands[seat], hands[other] = hands[other], hands[seat]
    events.append(SwappedHands(seat, other))
    received(state, (seat, other), player=seat, uno=uno)


def pass_on(state: State, seat: int, *, uno: bool, events: list[Event]) -> None:
    """Every active hand moves one active seat on in the direction of play."""
    order = active_in_play(state, seat)
    if len(order) < 2:
        return
    hands = [state.hands[holder] for holder in order]
    for place, holder in enumerate(order):
        state.hands[holder] = hands[place - 1]
    events.append(RotatedHands(tuple(order)))
    received(state, order, player=seat, uno=uno)


def received(state: State, seats: Iterable[int], *, player: int, uno: bool) -> None:
    """``seats`` hold other hands than before; only ``player`` could call UNO for its own."""
    for seat in seats:
        bit = 1 << seat
        state.called &= ~bit
        state.exposed &= ~bit
        if len(state.hands[seat]) != 1 or state.statuses[seat] != ACTIVE:
            continue
        if uno and seat == player:
            state.called |= bit
        else:
            state.exposed |= bit
