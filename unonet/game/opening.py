"""From the first deck to the first turn: the deal, the opening card, its effect (section 2).

It does not know how the deck came to be in this order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from unonet.errors import BadRuleset
from unonet.game.cards import (
    COLOR_OF,
    CUSTOMIZABLE,
    DRAW_TWO,
    FACE_OF,
    REVERSE,
    SHUFFLE_HANDS,
    SKIP,
    WILD,
    WILD_DRAW_FOUR,
)
from unonet.game.events import (
    CardBuried,
    CardUp,
    ColorNamed,
    DirectionTurned,
    Event,
    RoundStarted,
    Skipped,
)
from unonet.game.state import ACTIVE, OPENING, State, Want, WantKind
from unonet.game.turns import (
    active_count,
    begin_turn,
    close_window,
    draw_cards,
    next_seat,
    seats_from,
)


def check_deck(state: State, size: int, faces: Sequence[int] | None) -> None:
    """BadRuleset unless ``size`` cards deal every hand and leave an opening card."""
    dealt = active_count(state) * state.ruleset.hand_size
    if size <= dealt:
        raise BadRuleset(f"{size} cards cannot deal {dealt} and an opening card")
    if faces is not None and all(face == WILD_DRAW_FOUR for face in faces[dealt:]):
        raise BadRuleset("only Wild Draw Fours are left for the opening card")


def deal_hands(state: State, want: Want, slots: list[int], events: list[Event]) -> None:
    """One card at a time, the dealer's left first (R2.deal)."""
    order = [s for s in seats_from(state, state.dealer) if state.statuses[s] == ACTIVE]
    dealt = len(order) * state.ruleset.hand_size
    for place, seat in enumerate(order):
        state.hands[seat] = slots[place : dealt : len(order)]
    state.draw = slots[dealt:]
    events.append(RoundStarted(state.dealer, tuple(map(tuple, state.hands))))
    _want_up(state)


def _want_up(state: State) -> None:
    state.wants = Want(int(WantKind.UP), (state.draw[0],))


def turn_up(state: State, slot: int, face: int, events: list[Event]) -> None:
    """The opening card shows ``face``: bury a Wild Draw Four, else let it act."""
    state.draw.pop(0)
    if face == WILD_DRAW_FOUR:
        state.draw.append(slot)
        events.append(CardBuried(face, slot))
        _want_up(state)
        return
    state.discard.append(slot)
    state.color = COLOR_OF[face]
    events.append(CardUp(face, slot))
    begin_turn(state, next_seat(state, state.dealer))
    act = _OPENINGS.get(FACE_OF[face])
    if act is not None:
        act(state, state.turn, events)


def _skip(state: State, left: int, events: list[Event]) -> None:
    events.append(Skipped(left))
    begin_turn(state, next_seat(state, left))


def _reverse(state: State, left: int, events: list[Event]) -> None:
    if active_count(state) <= 2:
        _skip(state, left, events)
        return
    state.direction = -1
    events.append(DirectionTurned(-1))
    dealer_plays = state.ruleset.opening_reverse == "dealer"
    active = state.statuses[state.dealer] == ACTIVE
    begin_turn(state, state.dealer if dealer_plays and active else next_seat(state, state.dealer))


def _draw_two(state: State, left: int, events: list[Event]) -> None:
    _skip(state, left, events)
    draw_cards(state, left, 2, events)


def _ask_color(state: State, left: int, events: list[Event]) -> None:
    state.phase = OPENING


def name_color(state: State, seat: int, color: int, events: list[Event]) -> None:
    """``seat`` names the colour of the opening wild and takes a normal turn."""
    close_window(state)
    state.color = color
    events.append(ColorNamed(seat, color))
    begin_turn(state, seat)


_OPENINGS: Final[dict[int, Callable[[State, int, list[Event]], None]]] = {
    SKIP: _skip,
    REVERSE: _reverse,
    DRAW_TWO: _draw_two,
    WILD: _ask_color,
    SHUFFLE_HANDS: _ask_color,
    CUSTOMIZABLE: _ask_color,
}
"""By face of the opening card: what it does to the dealer's left."""
