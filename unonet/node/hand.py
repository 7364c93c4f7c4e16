"""What a seat sees and may do, from its fold and its moves that are on their way.

Does not know links or files, nor when a move becomes final.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from unonet.errors import IllegalMove
from unonet.game import legality
from unonet.game.moves import Move
from unonet.game.past import Past
from unonet.game.view import PlayerView, view
from unonet.ledger.entry import Move as SignedMove
from unonet.ledger.kinds import Kind
from unonet.order.replica import Replica
from unonet.table.reducer import ANSWERING, Fold


class Hand:
    """The game as ``seat`` plays it; one that ``looks_on`` can do nothing."""

    def __init__(self, seat: int, *, fold: Fold, replica: Replica, looks_on: bool) -> None:
        self._seat = seat
        self._fold = fold
        self._replica = replica
        self._looks_on = looks_on
        self._past = Past()

    @property
    def pending(self) -> bool:
        """Whether an own move is on its way, or none can be made yet."""
        if not self._replica.next_n:
            return True
        return any(move.kind == Kind.MOVE for move in self._replica.pending)

    def see(self, events: Iterable[object]) -> None:
        """What the last final entry did: a seat remembers who could not follow what."""
        if self._fold.round is not None:
            self._past.see(self._fold.round, events)

    def view(self) -> PlayerView | None:
        """What the seat sees; None while no hand is dealt."""
        state = self._fold.round
        if state is None or not state.hands:
            return None
        seen = view(state, self._seat, None, self._past)
        return replace(seen, legal=()) if self._looks_on else seen

    def why_illegal(self, move: Move) -> str | None:
        """The reason why the seat may not make this move now, or None."""
        state = self._fold.round
        if state is None:
            return "round_over"
        if self.pending:
            return "waiting"
        return legality.why_illegal(state, self._seat, move)

    def make(self, move: Move, now: float) -> SignedMove:
        """Sign a move and want it ordered. Raises IllegalMove(reason), and then nothing is."""
        reason, state = self.why_illegal(move), self._fold.round
        if reason or state is None:
            raise IllegalMove(reason or "round_over")
        slot = None
        if move.card >= 0:
            slot = legality.slot_to_play(state, self._seat, move.card, state.faces)
        answers = self._fold.last_turn if move.verb in ANSWERING else None
        return self._replica.submit(Kind.MOVE, (str(move), slot, answers, None), now=now)
