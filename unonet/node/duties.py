"""What a seat owes the deal: which record is due, and that it is posted once.

Has the seat's secrets kept before anything that commits to them can leave; does not know links,
signatures, files or time. Entropy is drawn here.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from unonet.deal import ENTROPY, Secret, Secrets, Step, record_due
from unonet.ledger.codec import Value
from unonet.ledger.kinds import Kind
from unonet.node.journal import Journal
from unonet.table.reducer import Fold

_KINDS: Final[dict[Step, Kind]] = {
    Step.COMMIT: Kind.COMMIT,
    Step.OPEN: Kind.OPEN,
    Step.NONCE: Kind.NONCE,
    Step.OPEN2: Kind.OPEN2,
}
Record: TypeAlias = tuple[Kind, tuple[Value, ...]]


def _keep_nowhere(secrets: Iterable[Secret]) -> None:
    """Nobody comes back to this seat."""


class Duties:
    """One seat's part in every shuffle of a match.

    ``secrets`` are those of an earlier process; ``keep`` gets fresh ones, and only once it returns
    is there a record that needs them.
    """

    def __init__(
        self,
        seat: int,
        *,
        secrets: Iterable[Secret] = (),
        keep: Callable[[Iterable[Secret]], None] = _keep_nowhere,
    ) -> None:
        self._seat = seat
        self._secrets = Secrets(secrets)
        self._keep = keep
        self._kept = set(self._secrets.values())
        self._posted: tuple[int, int, int, Step] | None = None

    @classmethod
    def of(cls, seat: int, journal: Journal | None) -> Duties:
        """Those of a seat that remembers with ``journal``, or of one that forgets."""
        if journal is None:
            return cls(seat)
        return cls(seat, secrets=journal.remembered.secrets, keep=journal.keep_secrets)

    def next_record(self, fold: Fold, *, sealed_index: int) -> Record | None:
        """The record to post now, given once; a new round waits for the seal of the last one."""
        deal = fold.deal
        due = (deal.round, deal.attempt, deal.epoch, deal.step)
        if due == self._posted or sealed_index < fold.closed_at or fold.outcome is not None:
            return None
        record = record_due(deal, self._seat, self._secrets, os.urandom(ENTROPY))
        if record is None:
            return None
        self._keep_fresh()
        self._posted = due
        step, body = record
        return _KINDS[step], body

    def _keep_fresh(self) -> None:
        fresh = [secret for secret in self._secrets.values() if secret not in self._kept]
        if fresh:
            self._keep(fresh)
            self._kept.update(fresh)
