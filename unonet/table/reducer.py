"""The fold: what a table is after its final entries, and the only way in which it changes.

Binds the game, the deal and the ledger: decides which records take effect and which are no-ops,
and carries out on slots what the engine asks for. Decides from public facts alone, so that every
replica gets the same state; it knows no clock, no secret and nothing that is not final.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from itertools import chain
from typing import Any, Final, NamedTuple

from unonet.deal import DealState, Ordered, Result, Seeded, Step
from unonet.errors import BadProof, DealError, DecodeError, IllegalMove, RuleError
from unonet.game import engine, notation
from unonet.game.events import Event, Left, Outcome
from unonet.game.match import MatchState, draw_dealer
from unonet.game.moves import NO_SEAT, Move, Record, RecordKind, Verb
from unonet.game.state import GONE, State, WantKind
from unonet.ledger import codec
from unonet.ledger.codec import Value
from unonet.ledger.entry import VERSION, Entry, Seal
from unonet.ledger.entry import Move as SignedMove
from unonet.ledger.kinds import Kind
from unonet.table.events import (
    Committed,
    DealerDrawn,
    Disproved,
    Ignored,
    MatchOver,
    Opened,
    RoundClosed,
    SessionStarted,
    Shuffled,
    TableEvent,
)
from unonet.table.payloads import MoveBody, read_body
from unonet.table.terms import Terms

AnyEvent = Event | TableEvent
Carry = Callable[[], list[AnyEvent]]
"""What a record that took effect leads to; it cannot fail."""
Judge = Callable[["Fold", Entry, tuple[Any, ...]], Carry]

ANSWERING: Final = frozenset((Verb.UNO, Verb.CATCH, Verb.JUMP))
"""Moves that name the entry they answer; every other move must be based on the last turn move."""


class Folded(NamedTuple):
    """What one entry did: its events, and for a no-op the reason why it did nothing."""

    events: tuple[AnyEvent, ...]
    noop: str | None


class Fold:
    """A table's public state. Mutable; ``copy`` before a branch."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.index = 0
        self.last_turn = 0
        self.match = MatchState.first(terms.ruleset, seats=len(terms.seats), dealer=NO_SEAT)
        self.round: State | None = None
        self.deal = self._new_deal()
        self.closed_at = 0
        self._roster = self.match.staying
        self._sessions: dict[int, tuple[bytes, int]] = {}
        # Hashes of genesis and of all entries below the last one; the next header names that one.
        self._hashes: list[bytes] = []

    @property
    def over(self) -> bool:
        """Whether the match has ended and its last round is closed."""
        return self.match.over

    @property
    def outcome(self) -> Outcome | None:
        """How the round ended, as long as that is not closed; also of one that never began."""
        if self.round is not None:
            return self.round.outcome
        staying = self.match.staying
        if self.match.over or len(staying) > 1:
            return None
        return Outcome(staying[0], "abandoned", (0,) * len(self.match.scores))

    def live(self) -> tuple[int, ...]:
        """The roster: seats that count in quorums, all that have not left. One that was caught
        cheating is gone from the game but not from here: that takes a ``Bench``."""
        return self._roster

    def apply(self, entry: Entry) -> Folded:
        """Fold the next final entry. A record that is not legal is a no-op and never raises."""
        self.index = entry.index
        self._hashes.append(entry.header.prev_hash)
        if isinstance(entry.move, SignedMove):
            self._sessions[entry.move.seat] = (entry.move.session, entry.move.n)
        try:
            follow = self._judge(entry)
        except BadProof as error:
            return self._disprove(entry, error)
        except (RuleError, DealError, DecodeError) as error:
            reason = error.reason if isinstance(error, IllegalMove) else error.code
            return Folded((Ignored(entry.index, entry.seat, reason),), reason)
        # What raises from here on is a fault of ours and no reason to ignore the record.
        return Folded(tuple(follow()), None)

    def _judge(self, entry: Entry) -> Carry:
        """Take the one step that may be refused, which changes nothing if it is."""
        body = read_body(entry.kind, entry.body)
        if isinstance(entry.move, SignedMove) and not self._knows_base(entry.move):
            raise IllegalMove("foreign_base")
        return _JUDGES[entry.kind](self, entry, body)

    def _knows_base(self, move: SignedMove) -> bool:
        """Whether its author had seen an entry of this chain below the move."""
        below = move.base_index < len(self._hashes)
        return below and self._hashes[move.base_index] == move.base_hash

    def proposal(self) -> tuple[Kind, Value] | None:
        """The system record that the leader owes the log now."""
        outcome = self.outcome
        return None if outcome is None else (Kind.ROUND_END, self._round_end(outcome))

    def seal_scores(self) -> tuple[int, ...] | None:
        """The scores to sign when the last entry closed a round."""
        return self.match.scores if self.closed_at == self.index > 0 else None

    def sealed(self, seal: Seal) -> None:
        """Seals stand outside the chain; no state follows from them."""

    def copy(self) -> Fold:
        twin = Fold.__new__(Fold)
        twin.terms = self.terms
        twin.index, twin.last_turn, twin.closed_at = self.index, self.last_turn, self.closed_at
        twin.match = self.match
        twin.round = self.round.copy() if self.round else None
        twin.deal = self.deal.copy()
        twin._roster = self._roster
        twin._sessions = dict(self._sessions)
        twin._hashes = list(self._hashes)
        return twin

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fold) and self.public_values() == other.public_values()

    __hash__ = None  # type: ignore[assignment]

    def public_values(self) -> tuple[Any, ...]:
        """Every public field in declared order, as the state hash covers it."""
        return (
            VERSION,
            self.index,
            self.last_turn,
            self.closed_at,
            _match_values(self.match),
            self.round and self.round.public_values(),
            self.deal.public_values(),
            self._roster,
            tuple((seat, *session) for seat, session in sorted(self._sessions.items())),
        )

    def state_hash(self) -> bytes:
        """32 bytes; equal on every seat that applied the same entries."""
        return hashlib.sha256(codec.pack(self.public_values())).digest()

    def why_stale(self, move: Move, *, base: int, answers: int | None) -> str | None:
        """``stale`` when another turn move was applied after what the author had seen."""
        if move.verb in ANSWERING:
            return None if answers == self.last_turn else "stale"
        return None if base >= self.last_turn else "stale"

    def _hello(self, entry: Entry, body: tuple[Any, ...]) -> Carry:
        return lambda: [SessionStarted(_author(entry))]

    def _commit(self, entry: Entry, body: tuple[Any, ...]) -> Carry:
        seat = _author(entry)
        self._open_deal().commit(seat, *body)
        return lambda: [Committed(seat, self.deal.epoch)]

    def _nonce(self, entry: Entry, body: tuple[Any, ...]) -> Carry:
        seat = _author(entry)
        self._open_deal().nonce(seat, *body)
        return lambda: [Committed(seat, self.deal.epoch)]

    def _open(self, entry: Entry, body: tuple[Any, ...]) -> Carry:
        seat = _author(entry)
        result = self._open_deal().open(seat, *body)
        return lambda: self._follow(result, [Opened(seat, second=False)])

    def _open2(self, entry: Entry, body: tuple[Any, ...]) -> Carry:
        seat = _author(entry)
        result = self._open_deal().open2(seat, *body)
        return lambda: self._follow(result, [Opened(seat, second=True)])

    def _open_deal(self) -> DealState:
        """The deal, which takes nothing more once the round has ended under it."""
        if self.outcome is not None or (self.over and self.deal.step is not Step.ORDERED):
            raise DealError("the round is over")
        return self.deal

    def _follow(self, result: Result | None, events: list[AnyEvent]) -> list[AnyEvent]:
        """Carry out what completing a step of the deal leads to."""
        match result:
            case Seeded():
                self._start_round(events)
            case Ordered():
                self._hand_over(result, events)
            case None:
                pass
        return events

    def _leave(self, entry: Entry, body: tuple[Any, ...]) -> Carry:
        seat = _author(entry)
        if seat not in self._roster:
            raise IllegalMove("already_gone")
        self._roster = tuple(other for other in self._roster if other != seat)
        return lambda: self._dismiss(seat)

    def _disprove(self, entry: Entry, error: BadProof) -> Folded:
        """An opening that is none does nothing but to expel its author (x@)."""
        events = [Disproved(entry.index, error.seat), *self._dismiss(error.seat)]
        return Folded(tuple(events), error.code)

    def _dismiss(self, seat: int) -> list[AnyEvent]:
        """``seat`` is gone for good: from the match, the round and the deal."""
        if self.match.statuses[seat] == GONE:
            return []
        self.match = self.match.without(seat)
        events: list[AnyEvent] = []
        if self.round is None or self.round.statuses[seat] == GONE:  # by elimination, just now
            events.append(Left(seat, ()))
        else:
            events += engine.record(self.round, Record(int(RecordKind.GONE), seat))
        if self.outcome is None and not self.over and seat in self.deal.seats:
            self._follow(self.deal.drop(seat), events)
        if self.round is not None:
            self._settle(self.round, events)
        return events

    def _move(self, entry: Entry, body: tuple[Any, ...]) -> Carry:
        token, slot, answers, _ = MoveBody(*body)
        state = self.round
        if state is None or not isinstance(entry.move, SignedMove):
            raise IllegalMove("round_over")
        move = notation.parse_move(token)
        stale = self.why_stale(move, base=entry.move.base_index, answers=answers)
        if stale:
            raise IllegalMove(stale)
        events: list[AnyEvent] = list(engine.apply(state, entry.move.seat, move, slot=slot))
        if move.is_turn:
            self.last_turn = entry.index
        return lambda: self._settle(state, events)

    def _round_ends(self, entry: Entry, body: tuple[Any, ...]) -> Carry:
        outcome = self.outcome
        if outcome is None:
            raise IllegalMove("not_due")
        if body != self._round_end(outcome):
            raise IllegalMove("other_outcome")
        return lambda: self._close_round(entry, outcome)

    def _close_round(self, entry: Entry, outcome: Outcome) -> list[AnyEvent]:
        self.match = self.match.finish(outcome, self.round.statuses if self.round else None)
        self.round = None
        self.closed_at = entry.index
        scores = self.match.scores
        closed = RoundClosed(self.deal.round, scores)
        if self.match.over:
            return [closed, MatchOver(self.match.winners, scores)]
        self.deal = self._new_deal()
        return [closed]

    def _round_end(self, outcome: Outcome) -> tuple[Value, ...]:
        """[winner, reason, scores after the round]"""
        gained = zip(self.match.scores, outcome.points, strict=True)
        return outcome.winner, outcome.reason, tuple(score + points for score, points in gained)

    def _new_deal(self) -> DealState:
        counts = list(self.terms.ruleset.counts())
        return DealState.start(self.terms.table_id, self.match.round, self.match.staying, counts)

    def _start_round(self, events: list[AnyEvent]) -> None:
        if self.match.dealer == NO_SEAT:
            dealer, drawings = draw_dealer(self.deal.seats, self.deal.dealer_draw())
            self.match = replace(self.match, dealer=dealer)
            events.append(DealerDrawn(tuple(chain.from_iterable(drawings)), dealer))
        match = self.match
        self.round = engine.start(
            match.ruleset, seats=match.statuses, dealer=match.dealer, scores=match.scores
        )

    def _hand_over(self, ordered: Ordered, events: list[AnyEvent]) -> None:
        """The order of an epoch goes to the engine, which waits for it."""
        assert self.round is not None
        events.append(Shuffled(self.deal.round, ordered.epoch, len(ordered.slots)))
        epoch, _, slots, types = ordered
        events += engine.dealt(self.round, epoch=epoch, slots=slots, faces=types)
        self._settle(self.round, events)

    def _settle(self, state: State, events: list[AnyEvent]) -> list[AnyEvent]:
        """Feed what follows from public faces, and start the shuffle that the engine asks for."""
        events += engine.settle(state)
        wants = state.wants
        if wants is not None and wants.is_shuffle and self.deal.step is Step.ORDERED:
            self.deal.reshuffle([state.faces[slot] for slot in _pile(state, wants.slots)])
        return events


def _match_values(match: MatchState) -> tuple[Any, ...]:
    return (
        match.scores,
        match.round,
        match.dealer,
        match.statuses,
        match.over,
        match.winners,
    )


def _pile(state: State, slots: tuple[int, ...]) -> list[int]:
    """The slots in the order of protocol.md: discards oldest first, then set-aside ascending."""
    assert state.wants is not None
    if state.wants.kind != WantKind.RESHUFFLE:
        return list(slots)
    aside = set(state.aside)
    return [slot for slot in slots if slot not in aside] + sorted(aside)


def _author(entry: Entry) -> int:
    assert entry.seat is not None, "the ledger lets only seats write these kinds"
    return entry.seat


_JUDGES: Final[dict[int, Judge]] = {
    Kind.HELLO: Fold._hello,
    Kind.COMMIT: Fold._commit,
    Kind.OPEN: Fold._open,
    Kind.NONCE: Fold._nonce,
    Kind.OPEN2: Fold._open2,
    Kind.MOVE: Fold._move,
    Kind.LEAVE: Fold._leave,
    Kind.ROUND_END: Fold._round_ends,
}
