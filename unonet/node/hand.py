"""What a seat sees and may do, from its fold and its moves that are on their way.

Does not know links or files, nor when a move becomes final.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace

from unonet.errors import DealError, IllegalMove
from unonet.game import legality
from unonet.game.cards import HIDDEN
from unonet.game.moves import Move
from unonet.game.past import Past
from unonet.game.state import CHALLENGED
from unonet.game.view import PlayerView, view
from unonet.ledger.kinds import Kind
from unonet.order.replica import Replica
from unonet.table.overlay import Overlay, Record
from unonet.table.reducer import Fold

_CHANGES = frozenset({Kind.MOVE, Kind.RIFFLE})
"""Own records after which the hand is another one."""


class Hand:
    """The game as ``seat`` plays it; one that ``looks_on`` can do nothing."""

    def __init__(self, overlay: Overlay, *, fold: Fold, replica: Replica, looks_on: bool) -> None:
        self._overlay = overlay
        self._seat = overlay.seat
        self.making = False
        """Whether a move is being proved."""
        self._fold = fold
        self._replica = replica
        self._looks_on = looks_on
        self._past = Past()

    @property
    def pending(self) -> bool:
        """Whether an own move is on its way, or none can be made yet."""
        if not self._replica.next_n or self.making:
            return True
        return any(move.kind in _CHANGES for move in self._replica.pending)

    def see(self, events: Iterable[object]) -> None:
        """What the last final entry did: a seat remembers who could not follow what."""
        if self._fold.round is not None:
            self._past.see(self._fold.round, events)

    def view(self) -> PlayerView | None:
        """What the seat sees; None while no hand is dealt."""
        state = self._fold.round
        if state is None or not state.hands:
            return None
        seen = view(state, self._seat, self._overlay.faces(self._fold), self._past)
        # A challenge is answered by the cards, and who moved before its cards came moved blindly.
        mute = self._looks_on or state.phase == CHALLENGED or HIDDEN in seen.hand
        return replace(seen, legal=()) if mute else seen

    def why_illegal(self, move: Move) -> str | None:
        """The reason why the seat may not make this move now, or None."""
        state = self._fold.round
        if state is None:
            return "round_over"
        if self.pending:
            return "waiting"
        faces = self._overlay.faces(self._fold)
        if any(faces[slot] == HIDDEN for slot in state.hands[self._seat]):
            return "waiting"
        return legality.why_illegal(state, self._seat, move, faces=faces)

    def make(self, move: Move) -> Record:
        """The move as a record to post. Raises IllegalMove(reason)."""
        reason = self.why_illegal(move)
        if reason:
            raise IllegalMove(reason)
        try:
            return self._overlay.move(self._fold, move, os.urandom(32))
        except DealError as error:
            raise IllegalMove("waiting") from error
