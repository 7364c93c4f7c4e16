"""Matches that this home could go on with: what a person is told before it sits down elsewhere.

Reads only; whether a log holds, and whether its match is over after all, is for ``resume`` to say.
"""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from unonet.errors import DecodeError, LedgerError, NothingToResume, StorageError
from unonet.ledger.store import FrameType, read_whole_frames
from unonet.node.seat_folder import SeatFolder
from unonet.table.terms import Terms, read_genesis

LOG_NAME: Final = re.compile(r"([0-9a-f]{32})-([0-9])\.unolog")


class Unfinished(NamedTuple):
    """A match with a seat of this home that no process plays now.

    ``others`` are the nicknames of all other seats; ``alone`` says that nobody but bots of one's
    own has them. ``seen`` is when something was written last, in unix seconds.
    """

    log: Path
    table_id: bytes
    lobby_id: bytes
    others: tuple[str, ...]
    alone: bool
    seen: float


def unfinished(home: Path) -> list[Unfinished]:
    """All of them, the newest first."""
    logs = [path for path in (home / "logs").glob("*.unolog") if is_remembered(home, path)]
    found: list[Unfinished] = []
    for path in sorted(logs, key=lambda path: path.stat().st_mtime, reverse=True):
        # Damaged, or played at this moment: nothing to offer.
        with suppress(StorageError, LedgerError, DecodeError):
            found.append(_look_at(home, path))
    return found


def match_of(home: Path, table_id: bytes) -> Unfinished:
    """The one of this table. Raises NothingToResume."""
    for match in unfinished(home):
        if match.table_id == table_id:
            return match
    raise NothingToResume(f"no match of the table {table_id.hex()} can be gone on with")


def is_remembered(home: Path, log: Path) -> bool:
    """Whether this home keeps what the seat of this log needs to go on."""
    named = LOG_NAME.fullmatch(log.name)
    return named is not None and (home / "state" / log.stem / "journal").exists()


def first_terms(path: Path) -> Terms | None:
    """The terms that a log begins with. Raises StorageError, CorruptLog, DecodeError."""
    frames = read_whole_frames(path).frames
    if not frames or frames[0].frame_type is not FrameType.GENESIS:
        return None
    return read_genesis(frames[0].body).terms


def _look_at(home: Path, path: Path) -> Unfinished:
    named, terms = LOG_NAME.fullmatch(path.name), first_terms(path)
    if named is None or terms is None or int(named[2]) >= len(terms.seats):
        raise DecodeError("no log of a seat", path.name)
    seat = int(named[2])
    SeatFolder.take(home, terms.table_id, seat).release()
    own = terms.keys[seat]
    others = [place for place in terms.seats if place.key != own]
    return Unfinished(
        log=path,
        table_id=terms.table_id,
        lobby_id=terms.lobby_id,
        others=tuple(place.nickname for place in others),
        alone=all(place.operator == own for place in others),
        seen=path.stat().st_mtime,
    )
