"""The rules as a machine: start a round, then feed it moves, records and hidden facts.

Every function checks first and changes the state only then: what raises has changed nothing.
The engine knows seats and slots; it knows no clock, no entropy, no key and no player. Facts that
were hidden come in through ``inputs``, whose functions are offered here as well.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from unonet.errors import BadRuleset, IllegalMove
from unonet.game import opening, penalty, records
from unonet.game.cards import COLOR_OF, FACE_OF
from unonet.game.checks import why_illegal
from unonet.game.effects import EFFECTS, PENALTY_CARDS
from unonet.game.ending import end_round
from unonet.game.events import CalledUno, Caught, Event, JumpedIn, Played
from unonet.game.facts import first_slot
from unonet.game.inputs import dealt, opened, settle, up, verdict
from unonet.game.moves import Move, Record, Verb
from unonet.game.ruleset import Ruleset
from unonet.game.state import ACTIVE, DRAW_STEP, NO_SLOT, State, Status, Want, WantKind
from unonet.game.steps import run
from unonet.game.turns import begin_turn, close_window, draw_cards, draw_for_turn, next_seat

__all__ = ["apply", "dealt", "opened", "record", "settle", "start", "up", "verdict"]


def start(
    ruleset: Ruleset, *, seats: Sequence[Status | int], dealer: int, scores: Sequence[int]
) -> State:
    """A round that waits for its first deck; seats that are not active now sit it out."""
    if len(seats) != len(scores) or not 0 <= dealer < len(seats):
        raise BadRuleset(f"{len(seats)} seats do not fit {len(scores)} scores, dealer {dealer}")
    statuses = [int(status) for status in seats]
    if statuses.count(ACTIVE) < 2:
        raise BadRuleset("a round needs two active seats")
    return State(
        ruleset,
        statuses,
        list(scores),
        dealer,
        hands=[[] for _ in statuses],
        timeouts=[0] * len(statuses),
        wants=Want(int(WantKind.DECK)),
    )


def apply(state: State, seat: int, move: Move, *, slot: int | None = None) -> list[Event]:
    """Make the move, or raise IllegalMove(reason) and change nothing.

    ``slot`` is the card that a play takes out of the hand; without it the first that shows it.
    """
    reason = why_illegal(state, seat, move, slot)
    if reason is not None:
        raise IllegalMove(reason)
    state.timeouts[seat] = 0
    events: list[Event] = []
    _MOVES[move.verb](state, seat, move, slot, events)
    if state.todo:
        run(state, events)
    return events


def record(state: State, entry: Record) -> list[Event]:
    """Carry out what the log says about a seat, or raise IllegalMove and change nothing."""
    reason = records.why_void(state, entry)
    if reason is not None:
        raise IllegalMove(reason)
    events: list[Event] = []
    records.RECORDS[entry.kind](state, entry.seat, events)
    run(state, events)
    return events


def _play(state: State, seat: int, move: Move, slot: int | None, events: list[Event]) -> None:
    card = move.card
    hand = state.hands[seat]
    if slot is None:
        slot = first_slot(hand, state.faces, card)
        assert slot is not None  # why_illegal has found it
    state.faces[slot] = card
    hand.remove(slot)
    state.discard.append(slot)
    state.drawn = NO_SLOT
    state.idle = 0
    _open_window(state, seat, len(hand), move.uno)
    events.append(Played(seat, card, slot, move.color, move.target, move.uno))
    effect = EFFECTS[card]
    if not hand:
        _go_out(state, seat, card)
    elif effect is None:
        begin_turn(state, next_seat(state, seat))
    else:
        effect(state, seat, move, events)
    state.color = COLOR_OF[card] if move.color < 0 else move.color


def _jump(state: State, seat: int, move: Move, slot: int | None, events: list[Event]) -> None:
    events.append(JumpedIn(seat))
    _play(state, seat, move, slot, events)


def _open_window(state: State, seat: int, held: int, uno: bool) -> None:
    bit = 1 << seat
    state.exposed = bit if held == 1 and not uno else 0
    state.called = state.called | bit if held == 1 and uno else state.called & ~bit
    state.jumpable = True
    if state.last_player != seat:
        state.other_player = state.last_player
        state.last_player = seat


def _go_out(state: State, seat: int, card: int) -> None:
    count = state.pending + PENALTY_CARDS.get(FACE_OF[card], 0)
    victim = next_seat(state, seat)
    end_round(state, seat)
    if count and victim != seat:
        state.todo.insert(0, (DRAW_STEP, victim, count))


def _draw(state: State, seat: int, move: Move, slot: int | None, events: list[Event]) -> None:
    close_window(state)
    draw_for_turn(state, seat, events)


def _keep(state: State, seat: int, move: Move, slot: int | None, events: list[Event]) -> None:
    records.keep(state, seat, events)


def _accept(state: State, seat: int, move: Move, slot: int | None, events: list[Event]) -> None:
    penalty.accept(state, seat, events)


def _challenge(state: State, seat: int, move: Move, slot: int | None, events: list[Event]) -> None:
    penalty.challenge(state, seat, events)


def _color(state: State, seat: int, move: Move, slot: int | None, events: list[Event]) -> None:
    opening.name_color(state, seat, move.color, events)


def _call(state: State, seat: int, move: Move, slot: int | None, events: list[Event]) -> None:
    state.called |= 1 << seat
    state.exposed &= ~(1 << seat)
    events.append(CalledUno(seat))


def _catch(state: State, seat: int, move: Move, slot: int | None, events: list[Event]) -> None:
    state.exposed &= ~(1 << move.target)
    events.append(Caught(move.target, seat))
    if state.ruleset.uno_penalty:
        draw_cards(state, move.target, state.ruleset.uno_penalty, events)


def _answer(state: State, seat: int, move: Move, slot: int | None, events: list[Event]) -> None:
    penalty.give_verdict(state, move.verb == Verb.GUILTY, events)


_MOVES: Final[tuple[Callable[[State, int, Move, int | None, list[Event]], None], ...]] = (
    _play,
    _draw,
    _keep,
    _accept,
    _challenge,
    _color,
    _jump,
    _call,
    _catch,
    _answer,
    _answer,
)
"""By Verb."""
