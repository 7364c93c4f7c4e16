"""The folder of what a seat must show to nobody, and the lock that lets one process alone play it.

``<home>/state/<table id>-<seat>/`` (0700) holds ``lock``; ``journal`` (own moves, ways to
the others); ``identity.key``, if the seat has its own key; ``log.unolog``, if its log is nobody
else's business. Knows no content of any of them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from unonet.errors import SeatInUse, StorageError
from unonet.node.home import make_folder

_CLOSED = -1


class SeatFolder:
    """One seat's folder, locked from ``take`` to ``release`` or ``erase``."""

    def __init__(self, path: Path, lock: int) -> None:
        self.path = path
        self._lock = lock

    @classmethod
    def take(cls, home: Path, table_id: bytes, seat: int) -> SeatFolder:
        """Made if it is not there. Raises SeatInUse, StorageError."""
        path = folder_of(home, table_id, seat)
        make_folder(path.parent)
        make_folder(path)
        return cls(path, _take_lock(path / "lock"))

    @property
    def journal(self) -> Path:
        return self.path / "journal"

    @property
    def identity(self) -> Path:
        return self.path / "identity.key"

    @property
    def log(self) -> Path:
        return self.path / "log.unolog"

    def release(self) -> None:
        """Let go of the seat; it can be taken up again."""
        if self._lock != _CLOSED:
            os.close(self._lock)
            self._lock = _CLOSED

    def erase(self) -> None:
        """Remove all of it, and let go. Raises StorageError."""
        try:
            if not self.path.exists():
                return
            for file in sorted(self.path.iterdir(), key=lambda file: file.name == "lock"):
                file.unlink()
            self.path.rmdir()
        except OSError as error:
            raise StorageError.of(self.path, "erased", error) from error
        finally:
            self.release()


def folder_of(home: Path, table_id: bytes, seat: int) -> Path:
    return home / "state" / f"{table_id.hex()}-{seat}"


def kept_seats(home: Path, table_id: bytes) -> Iterator[int]:
    """The seats of a table that this home remembers something of, ascending."""
    for path in sorted((home / "state").glob(f"{table_id.hex()}-?")):
        if path.name[-1].isdigit() and (path / "journal").exists():
            yield int(path.name[-1])


def _take_lock(path: Path) -> int:
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise StorageError.of(path, "opened", error) from error
    try:
        _lock(descriptor)
    except OSError:
        os.close(descriptor)
        raise SeatInUse(f"{path} is held by another process") from None
    return descriptor


def _lock(descriptor: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
