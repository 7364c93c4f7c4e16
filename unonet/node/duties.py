"""What a seat owes the table beside its moves, each record once and made in its time.

Has the seat's secrets kept before anything that commits to them can leave; does not know links,
signatures or files. Entropy is drawn here.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Final

from unonet.deal.secrets import Secrets
from unonet.errors import DealError
from unonet.node.vault import Vault
from unonet.table.overlay import ENTROPY, Overlay, Record
from unonet.table.reducer import Fold

PATIENCE: Final = 0.5
"""Seconds that a seat leaves what is asked of all to those who are asked first."""


class Duties:
    """One seat's part in every shuffle of a match, with what it alone knows in ``overlay``.

    ``vault`` gives the secrets of an earlier process and gets fresh ones; only when it has them is
    there a record that needs them. Without one the seat remembers nothing.
    """

    def __init__(self, seat: int, vault: Vault | None = None, *, riffles: bool = False) -> None:
        """Raises StorageError."""
        self.overlay = Overlay(seat, Secrets(vault.all() if vault else ()), riffles)
        self._vault = vault
        self._kept = self.overlay.secrets.values()
        self._begun: set[tuple[object, ...]] = set()
        self._since: dict[tuple[object, ...], float] = {}
        self._round = -1
        # What is due follows from the entries folded: nothing new before there is a new one.
        self._looked_at: tuple[int, int] | None = None

    def due(self, fold: Fold, *, sealed_index: int, now: float) -> Iterator[Record]:
        """The records to make and post now, each given once.

        A new round waits for the seal of the last one, a spare record until it has been due for
        ``PATIENCE``. Raises StorageError.
        """
        place = fold.index, sealed_index
        over = fold.outcome is not None or fold.over
        if place == self._looked_at or sealed_index < fold.closed_at or over:
            return
        self._begin_round(fold.deal.round)
        try:
            later = False
            for record in self.overlay.records(fold, os.urandom(ENTROPY)):
                if record.key in self._begun:
                    continue
                if not self._is_time(record, now):
                    later = True
                    continue
                self._keep_fresh()
                self._begun.add(record.key)
                yield record
        except DealError:
            return  # a secret is lost: the others go on without what only it could open
        if not later:
            self._looked_at = place

    def _is_time(self, record: Record, now: float) -> bool:
        return not record.spare or now >= self._since.setdefault(record.key, now) + PATIENCE

    def stands(self, record: Record, fold: Fold) -> bool:
        """Whether a record that was long in the making is still owed; else it may be due anew."""
        try:
            owed = {other.key for other in self.overlay.records(fold, os.urandom(ENTROPY))}
        except DealError:
            owed = set()
        if record.key not in owed:
            self._begun.discard(record.key)
        return record.key in owed

    def _begin_round(self, number: int) -> None:
        if number != self._round:
            self._round = number
            self._begun.clear()
            self._since.clear()
            self.overlay.secrets.forget(below=number)
            if self._vault is not None:
                self._vault.erase(below=number)

    def _keep_fresh(self) -> None:
        secrets = self.overlay.secrets.values()
        if self._vault is not None and secrets != self._kept:
            self._vault.keep(secrets)
            self._kept = secrets
