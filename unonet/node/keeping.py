"""What a seat keeps of one table while it plays, and finds again when it comes back.

Puts log, journal, lock and key together. Does not know links or players; whether bytes hold is for
``ledger`` and ``table`` to say.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from unonet.errors import NothingToResume
from unonet.ledger.identity import Identity
from unonet.ledger.store import LogFile, LogWriter
from unonet.node.home import load_identity, new_log, versions
from unonet.node.journal import Journal, Ways
from unonet.node.past import Past
from unonet.node.report import Report
from unonet.node.seat_folder import SeatFolder
from unonet.order.memory import Memory
from unonet.table.audit import AuditReport, examine
from unonet.table.history import History
from unonet.table.terms import Genesis


@dataclass(frozen=True, slots=True)
class Keeping:
    """One seat's files, open and locked; without a ``journal`` the seat only looks on."""

    genesis: Genesis
    identity: Identity
    folder: SeatFolder
    log: LogWriter
    journal: Journal | None
    past: Past | None = None

    @property
    def ways(self) -> Ways:
        """How links of the table are made, as far as it is remembered."""
        return self.journal.remembered.ways if self.journal else Ways()

    def settle(self, report: Report) -> None:
        """Forget what is of no use any more after ``report``. Raises StorageError."""
        if report.result != "unfinished":
            self.folder.erase()

    def close(self) -> None:
        """Let go of the files; what is not forgotten can be taken up again."""
        self.log.close()
        if self.journal is not None:
            self.journal.close()
        self.folder.release()


@contextmanager
def keep(
    home: Path, genesis: Genesis, identity: Identity, ways: Ways, *, own_log: bool = True
) -> Iterator[Keeping]:
    """The files of a new table, for as long as it plays. Raises StorageError, SeatInUse.

    A log that is not ``own_log`` is nobody's to read later: it goes with the rest of the state.
    """
    terms = genesis.terms
    seat = terms.keys.index(identity.key)
    folder = SeatFolder.take(home, terms.table_id, seat)
    try:
        if load_identity(home).key != identity.key:
            identity.keep(folder.identity)
        journal = Journal.create(folder.journal, terms.table_id, ways)
        log = new_log(home, terms.table_id, seat) if own_log else _state_log(folder, terms.table_id)
    except BaseException:
        folder.release()
        raise
    keeping = Keeping(genesis, identity, folder, log, journal)
    try:
        yield keeping
    finally:
        keeping.close()


@contextmanager
def take_up(home: Path, path: Path, table_id: bytes, seat: int) -> Iterator[Keeping]:
    """The files of a table that was left; ``path`` is the log that ``seat`` kept of it.

    Raises StorageError (SeatInUse, NothingToResume), CorruptLog, BrokenChain.
    """
    folder = SeatFolder.take(home, table_id, seat)
    try:
        keeping = _reopen(home, path, seat, folder)
    except BaseException:
        folder.release()
        raise
    try:
        yield keeping
    finally:
        keeping.close()


def _reopen(home: Path, path: Path, seat: int, folder: SeatFolder) -> Keeping:
    log, read = LogWriter.resume(path)
    try:
        return _checked(home, seat, folder, log, read)
    except BaseException:
        log.close()
        raise


def _checked(home: Path, seat: int, folder: SeatFolder, log: LogWriter, read: LogFile) -> Keeping:
    path = log.path
    history = History.of(read)
    report = AuditReport(path)
    fold = examine(history, report)
    if report.result == "finished" or seat not in fold.live():
        folder.erase()
        raise NothingToResume(_why_over(report.result, path))
    identity = Identity.load(folder.identity) if folder.identity.exists() else load_identity(home)
    if history.terms.keys[seat] != identity.key:
        raise NothingToResume(f"{path} is the log of another identity")
    journal = Journal.open(folder.journal, read.table_id) if folder.journal.exists() else None
    memory = Memory(
        history.final_index,
        certificates=tuple(history.certificates),
        seals=tuple(history.seals),
        moves=tuple(journal.remembered.moves) if journal else (),
    )
    past = Past(history.ledger, memory, looks_on=journal is None)
    return Keeping(history.genesis, identity, folder, log, journal, past)


def _why_over(result: str, path: Path) -> str:
    if result == "finished":
        return f"the match of {path} is over and sealed"
    return f"this seat has left the match of {path} for good"


def _state_log(folder: SeatFolder, table_id: bytes) -> LogWriter:
    salt = os.urandom(16)
    return LogWriter.create(folder.log, table_id, salt=salt, versions=versions(), mode=0o600)
