"""What a played card does to the others (docs/rules.md sections 3, 6 and 7).

Each effect says whose turn is next and asks ``turns`` for what must be drawn. It does not know
whether the play was legal: the card has already left the hand, and another one is left there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from unonet.game import hands
from unonet.game.cards import (
    CARD_TYPES,
    CUSTOMIZABLE,
    DRAW_TWO,
    FACE_OF,
    REVERSE,
    SHUFFLE_HANDS,
    SKIP,
    SWAP,
    WILD_DRAW_FOUR,
)
from unonet.game.ending import clear_penalty
from unonet.game.events import DirectionTurned, Event, PenaltyFaced, Skipped
from unonet.game.moves import NO_SEAT, Move
from unonet.game.state import ACTIVE, DRAW_STEP, PENALTY, REDEAL_STEP, State, Want, WantKind
from unonet.game.turns import (
    active_count,
    active_in_play,
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
    if state.ruleset.stacking == "off":
        _draw_at_once(state, seat, move, 2, events)
    else:
        _raise_penalty(state, seat, 2, events)


def draw_four(state: State, seat: int, move: Move, events: list[Event]) -> None:
    rules = state.ruleset
    if rules.wild_draw_four != "challenge" and rules.stacking == "off":
        _draw_at_once(state, seat, move, 4, events)
    elif _raise_penalty(state, seat, 4, events) and rules.wild_draw_four == "challenge":
        state.accused = seat
        state.judged = state.hands[seat][:]
        state.forbidden = state.color  # the named colour takes over after the effect


def _draw_at_once(state: State, seat: int, move: Move, count: int, events: list[Event]) -> None:
    victim = next_seat(state, seat)
    skip_next(state, seat, move, events)
    if victim != seat:
        draw_cards(state, victim, count, events)


def _raise_penalty(state: State, seat: int, count: int, events: list[Event]) -> bool:
    """The next seat faces ``count`` more cards; False if there is no other seat to face them."""
    facing, total = next_seat(state, seat), state.pending + count
    clear_penalty(state)
    begin_turn(state, facing)
    if facing == seat:
        return False
    state.phase = PENALTY
    state.pending = total
    events.append(PenaltyFaced(facing, total))
    return True


def swap_hands(state: State, seat: int, move: Move, events: list[Event]) -> None:
    """A 7 or a Customizable; it names no seat where the ruleset swaps nothing."""
    if move.target != NO_SEAT:
        hands.swap(state, seat, move.target, uno=move.uno, events=events)
    begin_turn(state, next_seat(state, seat))


def pass_hands_on(state: State, seat: int, move: Move, events: list[Event]) -> None:
    if state.ruleset.seven_zero == "on":
        hands.pass_on(state, seat, uno=move.uno, events=events)
    begin_turn(state, next_seat(state, seat))


def customize(state: State, seat: int, move: Move, events: list[Event]) -> None:
    _CUSTOM[state.ruleset.customizable](state, seat, move, events)


def _plain(state: State, seat: int, move: Move, events: list[Event]) -> None:
    begin_turn(state, next_seat(state, seat))


def _next_draws_two(state: State, seat: int, move: Move, events: list[Event]) -> None:
    """The next seat keeps its turn."""
    following = next_seat(state, seat)
    begin_turn(state, following)
    if following != seat:
        draw_cards(state, following, 2, events)


def _others_draw_one(state: State, seat: int, move: Move, events: list[Event]) -> None:
    begin_turn(state, next_seat(state, seat))
    state.todo += [(DRAW_STEP, other, 1) for other in active_in_play(state, seat)[1:]]


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


_CUSTOM: Final[dict[str, Effect]] = {
    "none": _plain,
    "skip_next": skip_next,
    "next_draws_2": _next_draws_two,
    "others_draw_1": _others_draw_one,
    "swap": swap_hands,
}

_BY_FACE: Final[dict[int, Effect]] = {
    0: pass_hands_on,
    SWAP: swap_hands,
    SKIP: skip_next,
    REVERSE: reverse,
    DRAW_TWO: draw_two,
    WILD_DRAW_FOUR: draw_four,
    SHUFFLE_HANDS: shuffle_hands,
    CUSTOMIZABLE: customize,
}

EFFECTS: Final[tuple[Effect | None, ...]] = tuple(
    _BY_FACE.get(FACE_OF[card]) for card in range(CARD_TYPES)
)
"""By card type; None where the turn simply passes on (most numbers, Wild)."""

PENALTY_CARDS: Final[dict[int, int]] = {DRAW_TWO: 2, WILD_DRAW_FOUR: 4}
"""By face: what the next seat draws before the hands are counted, when it is a last card."""
