"""The fold: what a table is after its final entries, and the only way in which it changes.

Binds the game, the deal and the ledger; which record may do what is in ``deal_records`` and
``game_records``. Decides from public facts alone, so that every replica gets the same state; it
knows no clock, no secret and nothing that is not final.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

from unonet.deal import DealState
from unonet.errors import BadProof, DealError, DecodeError, IllegalMove, RuleError
from unonet.game.events import Outcome
from unonet.game.match import MatchState
from unonet.game.moves import NO_SEAT, Move, Verb
from unonet.game.state import State
from unonet.ledger import codec
from unonet.ledger.codec import Value
from unonet.ledger.entry import VERSION, Entry, Seal
from unonet.ledger.entry import Move as SignedMove
from unonet.ledger.kinds import Kind
from unonet.table import deal_records, game_records
from unonet.table.consequences import AnyEvent, dismiss, new_deal, want_shares
from unonet.table.deal_records import Carry
from unonet.table.events import Disproved, Ignored
from unonet.table.payloads import is_laborious, read_body
from unonet.table.terms import Terms

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
        self.turn_hash = b""
        """Of the entry ``last_turn``: what proofs of hidden cards are bound to."""
        self.match = MatchState.first(terms.ruleset, seats=len(terms.seats), dealer=NO_SEAT)
        self.round: State | None = None
        self.deal = new_deal(terms, self.match)
        self.closed_at = 0
        self.void = False
        """Too few were left to open the cards of the last round."""
        self.roster = self.match.staying
        self._sessions: dict[int, tuple[bytes, int]] = {}
        # Hashes of genesis and of all entries below the last one; the next header names that one.
        self._hashes: list[bytes] = []

    @property
    def over(self) -> bool:
        """Whether the match has ended, or cannot go on, and its last round is closed."""
        return self.match.over or self.void

    def result(self, sealed_index: int) -> str:
        """finished, void or unfinished, if every round up to ``sealed_index`` is sealed."""
        if not self.over or sealed_index < self.closed_at:
            return "unfinished"
        return "void" if self.void else "finished"

    @property
    def outcome(self) -> Outcome | None:
        """How the round ended, as long as that is not closed; also of one that never began."""
        if self.round is not None:
            return self.round.outcome
        staying = self.match.staying
        if self.over or len(staying) > 1:
            return None
        winner = staying[0] if staying else None
        return Outcome(winner, "abandoned", (0,) * len(self.match.scores))

    @property
    def starved(self) -> bool:
        """Whether the round must be given up: too few seats are left to open its cards."""
        return self.deal.starved and self.outcome is None and not self.over

    def live(self) -> tuple[int, ...]:
        """The roster: seats that count in quorums, all that have not left. One that was caught
        cheating is gone from the game but not from here: that takes a ``Bench``."""
        return self.roster

    def work(self, entry: Entry) -> Callable[[], object] | None:
        """What is better done elsewhere before the next entry is applied, because it takes long.

        Applied then, the entry finds its proofs checked. None for an entry that takes no time.
        """
        return partial(self.copy().apply, entry) if is_laborious(entry.kind, entry.body) else None

    def apply(self, entry: Entry) -> Folded:
        """Fold the next final entry. A record that is not legal is a no-op and never raises."""
        self.index = entry.index
        self._hashes.append(entry.header.prev_hash)
        if isinstance(entry.move, SignedMove):
            self._sessions[entry.move.seat] = (entry.move.session, entry.move.n)
        folded = self._take(entry)
        want_shares(self, entry)
        return folded

    def _take(self, entry: Entry) -> Folded:
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
        return _JUDGES[Kind(entry.kind)](self, entry, body)

    def _knows_base(self, move: SignedMove) -> bool:
        """Whether its author had seen an entry of this chain below the move."""
        below = move.base_index < len(self._hashes)
        return below and self._hashes[move.base_index] == move.base_hash

    def _disprove(self, entry: Entry, error: BadProof) -> Folded:
        """A proof that is none does nothing but to expel its author (x@)."""
        events = [Disproved(entry.index, error.seat), *dismiss(self, error.seat)]
        return Folded(tuple(events), error.code)

    def proposal(self) -> tuple[Kind, Value] | None:
        """The system record that the leader owes the log now."""
        if self.starved:
            return Kind.VOID, game_records.VOID_BODY
        outcome = self.outcome
        if outcome is None:
            return None
        return Kind.ROUND_END, game_records.round_end(self.match.scores, outcome)

    def seal_scores(self) -> tuple[int, ...] | None:
        """The scores to sign when the last entry closed a round."""
        return self.match.scores if self.closed_at == self.index > 0 else None

    def sealed(self, seal: Seal) -> None:
        """Seals stand outside the chain; no state follows from them."""

    def copy(self) -> Fold:
        twin = Fold.__new__(Fold)
        twin.terms = self.terms
        twin.index, twin.last_turn, twin.closed_at = self.index, self.last_turn, self.closed_at
        twin.turn_hash = self.turn_hash
        twin.match = self.match
        twin.round = self.round.copy() if self.round else None
        twin.deal = self.deal.copy()
        twin.void = self.void
        twin.roster = self.roster
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
            self.void,
            _match_values(self.match),
            self.round and self.round.public_values(),
            self.deal.public_values(),
            self.roster,
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

    @property
    def closed(self) -> bool:
        """Whether the round has ended, or is given up: its deal takes and wants nothing more."""
        return self.outcome is not None or self.over

    def open_deal(self) -> DealState:
        """The deal of the round that goes on. Raises DealError if it is ``closed``."""
        if self.closed:
            raise DealError("the round is over")
        return self.deal


def _match_values(match: MatchState) -> tuple[Any, ...]:
    return (
        match.scores,
        match.round,
        match.dealer,
        match.statuses,
        match.over,
        match.winners,
    )


Judge = Callable[[Fold, Entry, tuple[Any, ...]], Carry]

_JUDGES: Final[dict[Kind, Judge]] = {**deal_records.JUDGES, **game_records.JUDGES}
