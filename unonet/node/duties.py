"""What a seat owes the deal: which record is due, and that it is posted once.

Keeps the seat's secrets; does not know links, signatures or time. Entropy is drawn here.
"""

from __future__ import annotations

import os
from typing import Final, TypeAlias

from unonet.deal import ENTROPY, Secrets, Step, record_due
from unonet.ledger.codec import Value
from unonet.ledger.kinds import Kind
from unonet.table.reducer import Fold

_KINDS: Final[dict[Step, Kind]] = {
    Step.COMMIT: Kind.COMMIT,
    Step.OPEN: Kind.OPEN,
    Step.NONCE: Kind.NONCE,
    Step.OPEN2: Kind.OPEN2,
}
Record: TypeAlias = tuple[Kind, tuple[Value, ...]]


class Duties:
    """One seat's part in every shuffle of a match."""

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._secrets = Secrets()
        self._posted: tuple[int, int, int, Step] | None = None

    def next_record(self, fold: Fold, *, sealed_index: int) -> Record | None:
        """The record to post now, given once; a new round waits for the seal of the last one."""
        deal = fold.deal
        due = (deal.round, deal.attempt, deal.epoch, deal.step)
        if due == self._posted or sealed_index < fold.closed_at:
            return None
        record = record_due(deal, self._seat, self._secrets, os.urandom(ENTROPY))
        if record is None:
            return None
        self._posted = due
        step, body = record
        return _KINDS[step], body
