"""Whose turn it is and how cards are drawn: the steps that moves and records are made of.

An interrupted draw goes on from ``state.todo``, so that it is part of the state like anything
else. This module does not know which card or record asked for a step.
"""

from __future__ import annotations

from unonet.game.ending import end_round
from unonet.game.events import Drew, Event, Passed
from unonet.game.moves import NO_SEAT
from unonet.game.state import (
    ACTIVE,
    DRAW_STEP,
    DRAWN,
    DREW_STEP,
    NO_SLOT,
    TURN,
    State,
    Want,
    WantKind,
)


def next_seat(state: State, seat: int) -> int:
    """The next active seat after ``seat`` in the direction of play.

    ``seat`` itself if it is the only one, NO_SEAT if there is none.
    """
    statuses = state.statuses
    for _ in statuses:
        seat = (seat + state.direction) % len(statuses)
        if not statuses[seat]:
            return seat
    return NO_SEAT


def seat_before(state: State, seat: int) -> int:
    """The active seat whose next seat ``seat`` is; ``seat`` itself if it is the only one."""
    statuses = state.statuses
    for _ in statuses:
        seat = (seat - state.direction) % len(statuses)
        if not statuses[seat]:
            break
    return seat


def seats_from(state: State, seat: int) -> list[int]:
    """All seats clockwise from the left of ``seat``, that seat last."""
    count = len(state.statuses)
    return [(seat + step) % count for step in range(1, count + 1)]


def active_in_play(state: State, seat: int) -> list[int]:
    """``seat`` and the other active seats after it, in the direction of play."""
    count = len(state.statuses)
    order = [(seat + step * state.direction) % count for step in range(count)]
    return [other for other in order if not state.statuses[other]]


def active_count(state: State) -> int:
    return state.statuses.count(ACTIVE)


def begin_turn(state: State, seat: int) -> None:
    state.turn = seat
    state.phase = TURN
    state.drawn = NO_SLOT


def close_window(state: State) -> None:
    """A turn move: nobody can be caught or jump in any more."""
    state.exposed = 0
    state.jumpable = False


def draw_cards(state: State, seat: int, count: int, events: list[Event]) -> int:
    """Give ``seat`` up to ``count`` cards and return how many it got by now.

    When the pile runs out and discards remain, the engine waits for a reshuffle and the rest
    stays first in ``todo``.
    """
    pile = state.draw
    taken = tuple(pile[:count])
    if taken:
        del pile[:count]
        state.hands[seat] += taken
        state.called &= ~(1 << seat)
        state.exposed &= ~(1 << seat)
        state.idle = 0
    missing = count - len(taken)
    if missing and (len(state.discard) > 1 or state.aside):
        state.todo.insert(0, (DRAW_STEP, seat, missing))
        state.wants = Want(int(WantKind.RESHUFFLE), (*state.discard[:-1], *state.aside))
    if taken or state.wants is None:
        events.append(Drew(seat, taken))
    return len(taken)


def draw_and_pass(state: State, seat: int, count: int, events: list[Event]) -> None:
    """``seat``, on turn, draws ``count`` cards; its turn is over."""
    begin_turn(state, next_seat(state, seat))
    if not draw_cards(state, seat, count, events) and state.wants is None:
        pass_idle(state, seat)


def draw_for_turn(state: State, seat: int, events: list[Event]) -> None:
    """``seat`` draws the card of its turn, which it then plays or keeps."""
    held = len(state.hands[seat])
    draw_cards(state, seat, 1, events)
    if state.wants is None:
        hold_drawn(state, seat, held, events)
    else:
        state.todo.append((DREW_STEP, seat, held))


def hold_drawn(state: State, seat: int, held: int, events: list[Event]) -> None:
    """``seat``, which held ``held`` cards, has drawn what there was for its turn."""
    hand = state.hands[seat]
    if state.turn != seat:
        return  # it went while the pile was shuffled
    if len(hand) > held:
        state.phase = DRAWN
        state.drawn = hand[-1]
        return
    events.append(Passed(seat))
    begin_turn(state, next_seat(state, seat))
    pass_idle(state, seat)


def pass_idle(state: State, seat: int) -> None:
    """The turn of ``seat`` ended without a card drawn or played (R5.nothing_left)."""
    state.idle |= 1 << seat
    check_lap(state)


def check_lap(state: State) -> None:
    """End the round if every active seat has had such a turn since the last card moved."""
    if not state.idle or state.phase != TURN or state.turn == NO_SEAT or state.wants is not None:
        return
    if all(state.idle >> seat & 1 for seat, s in enumerate(state.statuses) if s == ACTIVE):
        end_round(state, NO_SEAT)
