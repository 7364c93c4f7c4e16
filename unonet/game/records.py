"""What the log says about a seat: timed out, away, back, gone (docs/rules.md section 9).

It judges and carries out records; whether one was really due by the clock it cannot know.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from unonet.game import opening, penalty
from unonet.game.ending import abandon, hand_counted
from unonet.game.events import Benched, Event, Kept, Left, Returned, TimedOut
from unonet.game.moves import NO_SEAT, Record
from unonet.game.state import (
    ACTIVE,
    AWAY,
    BENCH_STEP,
    CHALLENGED,
    DRAWN,
    GONE,
    HANDS,
    OPENING,
    OVER,
    PENALTY,
    TURN,
    State,
    WantKind,
)
from unonet.game.turns import (
    active_count,
    begin_turn,
    check_lap,
    close_window,
    draw_and_pass,
    next_seat,
)

RED: Final = 0
TIMEOUTS_UNTIL_AWAY: Final = 3


def why_void(state: State, record: Record) -> str | None:
    """The reason (one of ``legality.REASONS``) why ``record`` does not hold now, or None."""
    if not 0 <= record.seat < len(state.statuses):
        return "no_such_seat"
    return _CHECKS[record.kind](state, record.seat)


def _why_no_timeout(state: State, seat: int) -> str | None:
    if state.phase == OVER:
        return "round_over"
    if state.due == NO_SEAT:
        return "waiting"
    return None if state.due == seat else "not_your_turn"


def _why_not_away(state: State, seat: int) -> str | None:
    if state.statuses[seat] != ACTIVE:
        return "not_active"
    return None if active_count(state) > 2 else "too_few"


def _why_not_back(state: State, seat: int) -> str | None:
    if state.statuses[seat] != AWAY:
        return "not_away"
    deserted = state.phase == OPENING and state.turn == NO_SEAT
    if state.wants is not None or not (state.phase == TURN or deserted):
        return "wrong_phase"
    return None if state.hands[seat] else "no_hand"


def _why_not_gone(state: State, seat: int) -> str | None:
    return "already_gone" if state.statuses[seat] == GONE else None


def time_out(state: State, seat: int, events: list[Event]) -> None:
    """Act for a seat that did not; from the third time in a row on it becomes away after that."""
    state.timeouts[seat] += 1
    events.append(TimedOut(seat))
    close_window(state)
    if state.timeouts[seat] >= TIMEOUTS_UNTIL_AWAY:
        state.todo.append((BENCH_STEP, seat, 0))
    _SUBSTITUTES[state.phase](state, seat, events)


def _draw_and_keep(state: State, seat: int, events: list[Event]) -> None:
    draw_and_pass(state, seat, 1, events)


def keep(state: State, seat: int, events: list[Event]) -> None:
    """``seat`` keeps the card that it drew; its turn is over."""
    close_window(state)
    events.append(Kept(seat))
    begin_turn(state, next_seat(state, seat))


def _name_red(state: State, seat: int, events: list[Event]) -> None:
    opening.name_color(state, seat, RED, events)


def _concede(state: State, seat: int, events: list[Event]) -> None:
    penalty.give_verdict(state, True, events)


def bench_late(state: State, seat: int, events: list[Event]) -> None:
    """Make ``seat`` away after its time-outs, if that may be."""
    if state.phase not in (HANDS, OVER) and _why_not_away(state, seat) is None:
        bench(state, seat, events)


def bench(state: State, seat: int, events: list[Event]) -> None:
    """``seat`` is away: skipped, no target, its hand stays."""
    state.statuses[seat] = AWAY
    state.timeouts[seat] = 0
    state.exposed &= ~(1 << seat)
    events.append(Benched(seat))
    if state.phase == CHALLENGED and state.accused == seat:
        penalty.give_verdict(state, True, events)
    else:
        _step_aside(state, seat, events)
    check_lap(state)


def bring_back(state: State, seat: int, events: list[Event]) -> None:
    """``seat`` is active again; the turn stays where it is unless nobody had it."""
    state.statuses[seat] = ACTIVE
    events.append(Returned(seat))
    if state.turn == NO_SEAT:
        state.turn = seat


def leave(state: State, seat: int, events: list[Event]) -> None:
    """``seat`` is gone for good: its hand is set aside, its turn passes on."""
    state.statuses[seat] = GONE
    events.append(Left(seat, tuple(state.hands[seat])))
    if state.phase == OVER:
        return
    state.aside += state.hands[seat]
    state.hands[seat] = []
    state.idle = 0
    state.called &= ~(1 << seat)
    state.exposed &= ~(1 << seat)
    staying = [other for other, status in enumerate(state.statuses) if status != GONE]
    if len(staying) == 1:
        abandon(state, staying[0], events)
    elif state.accused == seat:
        penalty.forget(state, events)
        begin_turn(state, state.turn)
    elif state.wants is not None and state.wants.kind == WantKind.HANDS:
        hand_counted(state, seat, events)
    else:
        _step_aside(state, seat, events)


def _step_aside(state: State, seat: int, events: list[Event]) -> None:
    if state.turn != seat:
        return
    if state.phase in (PENALTY, CHALLENGED):
        penalty.forget(state, events)
    if state.phase == OPENING:
        state.turn = next_seat(state, seat)
    else:
        begin_turn(state, next_seat(state, seat))


_Act = Callable[[State, int, list[Event]], None]

_SUBSTITUTES: Final[dict[int, _Act]] = {
    OPENING: _name_red,
    TURN: _draw_and_keep,
    DRAWN: keep,
    PENALTY: penalty.accept,
    CHALLENGED: _concede,
}
"""By phase: what a time-out does in the place of the seat."""

_CHECKS: Final = (_why_no_timeout, _why_not_away, _why_not_back, _why_not_gone)
"""By RecordKind."""

RECORDS: Final[tuple[_Act, ...]] = (time_out, bench, bring_back, leave)
"""By RecordKind: how a record that holds is carried out."""
