"""What a played card does to the others (docs/rules.md sections 3, 6 and 7).

Each effect says whose turn is next and asks ``turns`` for what must be drawn. It does not know
whether the play was legal: the card has already left the hand, and another one is left there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from unonet.game.cards import (
    CARD_TYPES,
    DRAW_TWO,
    FACE_OF,
    REVERSE,
    SHUFFLE_HANDS,
    SKIP,
    WILD_DRAW_FOUR,
)
from unonet.game.events import DirectionTurned, Event, PenaltyFaced, Skipped
from unonet.game.moves import Move
from unonet.game.state import ACTIVE, PENALTY, REDEAL_STEP, State, Want, WantKind
from unonet.game.turns import (
    active_count,
    begin_turn,
    draw_cards,
    next_seat,
    seats_from,
)

Effect = Callable[[State, int, Move, list[Event]], None]


def skip_next(state: State, seat: int, move: Move, events: list[Event]) -> None:
    skipped = next_seat(state, seat)
    if skipped != seat:
        events.append(Skipped(skipped))
    begin_turn(state, next_seat(state, skipped) if skipped != seat else seat)


def reverse(state: State, seat: int, move: Move, events: list[Event]) -> None:
    if active_count(state) <= 2:
        skip_next(state, seat, move, events)
        return
    state.direction = -state.direction
    events.append(DirectionTurned(state.direction))
    begin_turn(state, next_seat(state, seat))


def draw_two(state: State, seat: int, move: Move, events: list[Event]) -> None:
    victim = next_seat(state, seat)
    skip_next(state, seat, move, events)
    if victim != seat:
        draw_cards(state, victim, 2, events)


def draw_four(state: State, seat: int, move: Move, events: list[Event]) -> None:
    facing = next_seat(state, seat)
    begin_turn(state, facing)
    if facing == seat:
        return
    state.phase = PENALTY
    state.pending = 4
    state.accused = seat
    state.judged = state.hands[seat][:]
    state.forbidden = state.color  # the named colour takes over after the effect
    events.append(PenaltyFaced(facing, 4))


def shuffle_hands(state: State, seat: int, move: Move, events: list[Event]) -> None:
    order = [s for s in seats_from(state, seat) if state.statuses[s] == ACTIVE]
    collected: list[int] = []
    for holder in order:
        collected += state.hands[holder]
        state.hands[holder] = []
    holders = sum(1 << holder for holder in order)
    state.called &= ~holders
    state.exposed = 0
    state.todo.append((REDEAL_STEP, seat, 2 * holders + move.uno))
    state.wants = Want(int(WantKind.REDEAL), tuple(collected))
    begin_turn(state, next_seat(state, seat))


_BY_FACE: Final[dict[int, Effect]] = {
    SKIP: skip_next,
    REVERSE: reverse,
    DRAW_TWO: draw_two,
    WILD_DRAW_FOUR: draw_four,
    SHUFFLE_HANDS: shuffle_hands,
}

EFFECTS: Final[tuple[Effect | None, ...]] = tuple(
    _BY_FACE.get(FACE_OF[card]) for card in range(CARD_TYPES)
)
"""By card type; None where the turn simply passes on (numbers, Wild, Customizable ``none``)."""

PENALTY_CARDS: Final[dict[int, int]] = {DRAW_TWO: 2, WILD_DRAW_FOUR: 4}
"""By face: what the next seat draws before the hands are counted, when it is a last card."""
