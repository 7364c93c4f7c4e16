"""Runs scenario files and reports as ``unonet scenario --json`` does (docs/rules.md section 10).

Every function takes the text of a file and returns the JSON object that is printed for it; what
is wrong with the text is part of the object. It knows no file, no terminal and no language.
"""

from __future__ import annotations

from typing import Any, Final

from unonet.errors import BadScenario, IllegalMove
from unonet.game import perft as counting
from unonet.game.cards import CARD_TEXTS, COLORS, NO_COLOR
from unonet.game.engine import apply, record
from unonet.game.events import Outcome
from unonet.game.feeding import feed
from unonet.game.legality import legal_moves
from unonet.game.match import match_result
from unonet.game.moves import NO_SEAT, Record
from unonet.game.position import Position, Step, parse
from unonet.game.state import PHASE_NAMES, State, Status

Report = dict[str, Any]

EXIT_CODES: Final = {BadScenario.code: 2, IllegalMove.code: 3}


def load(text: str) -> Position:
    """The start and the steps that ``text`` writes, or BadScenario(reason, line)."""
    return parse(text)


def play(state: State, step: Step) -> None:
    """Make one step and feed all that follows from it, or raise IllegalMove."""
    if isinstance(step.what, Record):
        record(state, step.what)
    else:
        assert step.seat is not None  # only a record has none
        apply(state, step.seat, step.what)
    feed(state)


def run(text: str) -> Report:
    """Play a file to its end and describe the position there, or what is wrong."""
    state, error = _play_through(text)
    return describe(state) if state is not None else error


def perft(text: str, depth: int) -> Report:
    """Count the legal sequences of exactly ``depth`` moves from the end of a file."""
    state, error = _play_through(text)
    if state is None:
        return error
    return {"depth": depth, "nodes": counting.perft(state, depth)}


def exit_code(report: Report) -> int:
    """0 for a result, 2 for a malformed file, 3 for an illegal move."""
    error = report.get("error")
    return EXIT_CODES[error["code"]] if error else 0


def _play_through(text: str) -> tuple[State | None, Report]:
    try:
        position = load(text)
    except BadScenario as error:
        return None, _failure(error.code, line=error.line, reason=error.reason)
    for number, step in enumerate(position.steps, 1):
        try:
            play(position.state, step)
        except IllegalMove as error:
            return None, _failure(error.code, move=number, text=step.text, reason=error.reason)
    return position.state, {}


def _failure(code: str, **details: object) -> Report:
    return {"ok": False, "error": {"code": code, **details}}


def describe(state: State) -> Report:
    """The whole position as the JSON object of a scenario; all faces must be public."""
    seats = range(len(state.statuses))
    legal = {str(seat): sorted(map(str, legal_moves(state, seat))) for seat in seats}
    return {
        "ok": True,
        "hands": [[CARD_TEXTS[state.faces[slot]] for slot in hand] for hand in state.hands],
        "seats": [Status(status).name.lower() for status in state.statuses],
        "top": CARD_TEXTS[state.top],
        "color": None if state.color == NO_COLOR else COLORS[state.color],
        "turn": None if state.turn == NO_SEAT else state.turn,
        "direction": "cw" if state.direction == 1 else "ccw",
        "phase": PHASE_NAMES[state.phase],
        "pending": state.pending,
        "draw": len(state.draw),
        "discard": len(state.discard) - 1,
        "called": [bool(state.called >> seat & 1) for seat in seats],
        "exposed": [seat for seat in seats if state.exposed >> seat & 1],
        "scores": list(state.scores),
        "legal": {seat: tokens for seat, tokens in legal.items() if tokens},
        "outcome": None if state.outcome is None else _outcome(state, state.outcome),
    }


def _outcome(state: State, outcome: Outcome) -> Report:
    _, winners = match_result(state.ruleset, outcome, state.scores, state.statuses)
    return {
        "winner": outcome.winner,
        "reason": outcome.reason,
        "points": list(outcome.points),
        "eliminated": list(outcome.eliminated),
        "match_winners": list(winners),
    }
