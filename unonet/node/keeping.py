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
from unonet.ledger.store import LogWriter
from unonet.node.home import load_identity, new_log, versions
from unonet.node.journal import Journal, Ways
from unonet.node.known import Known
from unonet.node.machine import boot_id
from unonet.node.past import Past
from unonet.node.report import Report
from unonet.node.seat_folder import SeatFolder
from unonet.order.memory import Memory
from unonet.table.audit import AuditReport, examine
from unonet.table.history import History
from unonet.table.terms import Genesis, Terms


@dataclass(frozen=True, slots=True)
class Keeping:
    """One seat's files, open and locked; without a ``journal`` the seat only looks on.

    ``ways`` is how links of the table are made, as far as it is remembered.
    """

    genesis: Genesis
    identity: Identity
    folder: SeatFolder
    log: LogWriter
    ways: Ways
    journal: Journal | None
    past: Past | None = None

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
        journal.keep_boot(boot_id())
        log = new_log(home, terms.table_id, seat) if own_log else _state_log(folder, terms.table_id)
    except BaseException:
        folder.release()
        raise
    keeping = Keeping(genesis, identity, folder, log, ways, journal)
    try:
        yield keeping
    finally:
        keeping.close()


@contextmanager
def take_up(
    home: Path, path: Path, table_id: bytes, seat: int, *, also_over: bool = False
) -> Iterator[Keeping]:
    """The files of a table that was left; ``path`` is the log that ``seat`` kept of it.

    ``also_over``: a match that is over for this seat, and may not be for another one beside it.
    Raises StorageError (SeatInUse, NothingToResume), CorruptLog, BrokenChain.
    """
    folder = SeatFolder.take(home, table_id, seat)
    try:
        keeping = _reopen(home, path, seat, folder, also_over=also_over)
    except BaseException:
        folder.release()
        raise
    try:
        yield keeping
    finally:
        keeping.close()


def _reopen(home: Path, path: Path, seat: int, folder: SeatFolder, *, also_over: bool) -> Keeping:
    log, read = LogWriter.resume(path)
    try:
        history = History.of(read)
        _require_unfinished(history, seat, folder, path, also_over=also_over)
        return _checked(home, seat, folder, log, history)
    except BaseException:
        log.close()
        raise


def _require_unfinished(
    history: History, seat: int, folder: SeatFolder, path: Path, *, also_over: bool
) -> None:
    """Check the whole log; raise NothingToResume, and forget, when the seat has nothing to do."""
    report = AuditReport(path)
    fold = examine(history, report)
    if seat not in fold.live():
        why = f"this seat has left the match of {path} for good"
    elif report.result != "unfinished" and not also_over:
        why = f"the match of {path} is over and sealed"
    else:
        return
    folder.erase()
    raise NothingToResume(why)


def _checked(
    home: Path, seat: int, folder: SeatFolder, log: LogWriter, history: History
) -> Keeping:
    identity = Identity.load(folder.identity) if folder.identity.exists() else load_identity(home)
    terms = history.terms
    if terms.keys[seat] != identity.key:
        raise NothingToResume(f"{log.path} is the log of another identity")
    journal = Journal.open(folder.journal, terms.table_id) if folder.journal.exists() else None
    memory = Memory(
        history.final_index,
        certificates=tuple(history.certificates),
        seals=tuple(history.seals),
        moves=tuple(journal.remembered.moves) if journal else (),
        whole=journal is not None and journal.remembered.boot == (boot_id() or None),
    )
    past = Past(history.ledger, memory, looks_on=journal is None)
    ways = journal.remembered.ways if journal else _ways_to(home, terms)
    return Keeping(history.genesis, identity, folder, log, ways, journal, past)


def _ways_to(home: Path, terms: Terms) -> Ways:
    """Where people of this table were met before: all that is left when the state is lost."""
    known = {person.key: person.addresses for person in Known.load(home).players()}
    return Ways(peers={key: known[key] for key in terms.keys if key in known})


def _state_log(folder: SeatFolder, table_id: bytes) -> LogWriter:
    salt = os.urandom(16)
    return LogWriter.create(folder.log, table_id, salt=salt, versions=versions(), mode=0o600)
