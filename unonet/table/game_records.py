"""The records of the game: moves, leaving, and how the leader closes a round.

Each judge takes the one step that may be refused and returns what follows. Which cards a sealed
move must prove is decided here; whether the proof holds is for ``unonet.deal`` to say.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from unonet.deal import bins
from unonet.errors import IllegalMove
from unonet.game import engine, legality, notation
from unonet.game.events import Outcome
from unonet.game.moves import Move
from unonet.game.state import State
from unonet.ledger.codec import Value
from unonet.ledger.entry import Entry
from unonet.ledger.entry import Move as SignedMove
from unonet.ledger.kinds import Kind
from unonet.table.consequences import AnyEvent, dismiss, new_deal, settle
from unonet.table.deal_records import Body, Carry, author
from unonet.table.events import MatchOver, RoundClosed, RoundVoid
from unonet.table.payloads import MoveBody
from unonet.table.showdown import needs, require

if TYPE_CHECKING:
    from unonet.table.reducer import Fold

VOID_BODY: Final = ("too_few",)
"""The one reason there is yet: fewer seats are left than it takes to open a card."""


def _move(fold: Fold, entry: Entry, body: Body) -> Carry:
    claim = MoveBody(*body)
    state = fold.round
    if state is None or not isinstance(entry.move, SignedMove):
        raise IllegalMove("round_over")
    move = notation.parse_move(claim.token)
    stale = fold.why_stale(move, base=entry.move.base_index, answers=claim.answers)
    if stale:
        raise IllegalMove(stale)
    if fold.deal.sealed:
        _prove(fold, state, entry.move.seat, move, claim)
    events: list[AnyEvent] = list(engine.apply(state, entry.move.seat, move, slot=claim.slot))
    if move.is_turn:
        fold.last_turn, fold.turn_hash = entry.index, entry.hash
    return lambda: settle(fold, state, events)


def _prove(fold: Fold, state: State, seat: int, move: Move, claim: MoveBody) -> None:
    """Take what a move on sealed cards must show beside the move itself.

    Raises IllegalMove or DealError before it looks at a proof, BadProof(seat) for one that does
    not hold.
    """
    reason = legality.why_illegal(state, seat, move, claim.slot)
    if reason is not None:
        raise IllegalMove(reason)
    needed = needs(fold.deal, state, seat, move, claim.slot)
    require(fold.deal, seat, needed, bins.joined(claim.proof), trigger=fold.turn_hash)


def _leave(fold: Fold, entry: Entry, body: Body) -> Carry:
    seat = author(entry)
    if seat not in fold.roster:
        raise IllegalMove("already_gone")
    fold.roster = tuple(other for other in fold.roster if other != seat)
    return lambda: dismiss(fold, seat)


def _round_ends(fold: Fold, entry: Entry, body: Body) -> Carry:
    outcome = fold.outcome
    if outcome is None:
        raise IllegalMove("not_due")
    if body != round_end(fold.match.scores, outcome):
        raise IllegalMove("other_outcome")
    return lambda: _close_round(fold, entry, outcome)


def _void(fold: Fold, entry: Entry, body: Body) -> Carry:
    if not fold.starved or body != VOID_BODY:
        raise IllegalMove("not_due")
    return lambda: _give_up(fold, entry)


def _close_round(fold: Fold, entry: Entry, outcome: Outcome) -> list[AnyEvent]:
    fold.match = fold.match.finish(outcome, fold.round.statuses if fold.round else None)
    fold.round = None
    fold.closed_at = entry.index
    scores = fold.match.scores
    closed = RoundClosed(fold.deal.round, scores)
    if fold.match.over:
        return [closed, MatchOver(fold.match.winners, scores)]
    fold.deal = new_deal(fold.terms, fold.match)
    return [closed]


def _give_up(fold: Fold, entry: Entry) -> list[AnyEvent]:
    """The match ends with the scores of the last round that was played to its end."""
    fold.round = None
    fold.void = True
    fold.closed_at = entry.index
    return [RoundVoid(fold.deal.round, fold.match.scores)]


def round_end(scores: tuple[int, ...], outcome: Outcome) -> tuple[Value, ...]:
    """[winner, reason, scores after the round]"""
    gained = zip(scores, outcome.points, strict=True)
    return outcome.winner, outcome.reason, tuple(score + points for score, points in gained)


JUDGES: Final[dict[Kind, Callable[[Fold, Entry, Body], Carry]]] = {
    Kind.MOVE: _move,
    Kind.LEAVE: _leave,
    Kind.ROUND_END: _round_ends,
    Kind.VOID: _void,
}
