"""How a round ends: hands are opened, counted and become an Outcome (docs/rules.md section 6).

It does not know what ended the round, beyond who is out.
"""

from __future__ import annotations

from unonet.game.cards import NO_COLOR
from unonet.game.elimination import eliminated
from unonet.game.events import Eliminated, Event, Outcome, RoundOver
from unonet.game.moves import NO_SEAT
from unonet.game.scoring import hand_value, round_points
from unonet.game.state import (
    COUNT_STEP,
    GONE,
    HANDS,
    NO_SLOT,
    OVER,
    State,
    Want,
    WantKind,
)


def clear_penalty(state: State) -> None:
    state.pending = 0
    state.accused = NO_SEAT
    state.judged = []
    state.forbidden = NO_COLOR


def _stop_play(state: State, phase: int) -> None:
    clear_penalty(state)
    state.phase = phase
    state.turn = NO_SEAT
    state.drawn = NO_SLOT
    state.exposed = 0
    state.jumpable = False


def end_round(state: State, winner: int) -> None:
    """No more moves: ``winner`` is out, or NO_SEAT for a stalemate. Counting comes last."""
    _stop_play(state, HANDS)
    state.winner = winner
    state.todo.append((COUNT_STEP, winner, 0))


def count_hands(state: State, events: list[Event]) -> None:
    """Wait for the hands that count, or conclude the round when there are none."""
    seats = tuple(s for s, hand in enumerate(state.hands) if hand and state.statuses[s] != GONE)
    if seats:
        state.wants = Want(int(WantKind.HANDS), seats=seats)
    else:
        conclude(state, events)


def hand_counted(state: State, seat: int, events: list[Event]) -> None:
    """The hand of ``seat`` is awaited no longer; after the last one the round concludes."""
    want = state.wants
    assert want is not None
    left = tuple(other for other in want.seats if other != seat)
    state.wants = want._replace(seats=left) if left else None
    if not left:
        conclude(state, events)


def conclude(state: State, events: list[Event]) -> None:
    """All hands that count are open: the scores follow."""
    if state.winner == NO_SEAT:
        _finish(state, Outcome(None, "stalemate", (0,) * len(state.scores)), events)
        return
    values = [
        0 if status == GONE else hand_value(state.faces[slot] for slot in hand)
        for hand, status in zip(state.hands, state.statuses, strict=True)
    ]
    points = round_points(state.ruleset, state.winner, values)
    _finish(state, Outcome(state.winner, "out", points, eliminated(state, points)), events)


def abandon(state: State, winner: int, events: list[Event]) -> None:
    """All others are gone: ``winner`` has the round, without points."""
    state.winner = winner
    _finish(state, Outcome(winner, "abandoned", (0,) * len(state.scores)), events)


def _finish(state: State, outcome: Outcome, events: list[Event]) -> None:
    _stop_play(state, OVER)
    state.todo = []
    state.wants = None
    state.scores = [score + won for score, won in zip(state.scores, outcome.points, strict=True)]
    state.outcome = outcome
    events.append(RoundOver(outcome))
    for seat in outcome.eliminated:
        state.statuses[seat] = GONE
        events.append(Eliminated(seat))
