"""Log files on disk: append, read, and recover what a crash left (protocol.md section 4).

The module knows paths, short writes and syncs. The bytes are ``layout``'s; bodies are opaque here,
and whether they make sense together is for ``table`` to find out.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from unonet.errors import CorruptLog, StorageError
from unonet.ledger.layout import (
    Frame,
    FrameType,
    LogFile,
    Versions,
    pack_frames,
    pack_header,
    parse,
)

__all__ = [
    "Frame",
    "FrameType",
    "LogFile",
    "LogWriter",
    "Versions",
    "read_log",
    "read_whole_frames",
    "recover",
]

MAX_LOG: Final = 256 * 1024 * 1024
"""Bytes of a log that is still read: a long match takes less than a hundredth of it."""
_CLOSED: Final = -1
# Where the system has no fdatasync, fsync promises more.
_datasync = getattr(os, "fdatasync", os.fsync)


class LogWriter:
    """Appends whole frames to one log; a write that fails leaves the file as it was before it."""

    def __init__(self, path: Path, fd: int, salt: bytes) -> None:
        self.path = path
        self._fd = fd
        self._salt = salt
        self._end = os.fstat(fd).st_size

    @classmethod
    def create(
        cls, path: Path, table_id: bytes, *, salt: bytes, versions: Versions, mode: int = 0o644
    ) -> LogWriter:
        """Start a new log, on disk before this returns; StorageError if ``path`` exists."""
        header = pack_header(table_id, salt=salt, versions=versions)
        with _as_storage_error(path, "created"):
            fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, mode)
        writer = cls(path, fd, salt)
        try:
            writer._append(header)
            writer.sync()
            _sync_folder(path)
        except StorageError:
            writer.close()
            path.unlink(missing_ok=True)
            raise
        return writer

    @classmethod
    def resume(cls, path: Path) -> tuple[LogWriter, LogFile]:
        """``recover`` the log and go on behind what it holds."""
        log = recover(path)
        with _as_storage_error(path, "opened"):
            return cls(path, os.open(path, os.O_WRONLY | os.O_APPEND), log.salt), log

    def write(self, frame_type: FrameType, body: bytes) -> None:
        """Append one body of 1 byte to 256 KiB, safe from a crash of this process.

        Raises StorageError, and then nothing was appended.
        """
        self._append(pack_frames(frame_type, body, salt=self._salt))

    def sync(self) -> None:
        """Everything written is on disk when this returns, safe from a crash of the machine.

        StorageError closes the writer: after a failed sync the system may have dropped the bytes.
        """
        fd = self._open_fd()
        try:
            _datasync(fd)
        except OSError as error:
            self.close()
            raise _storage_error(self.path, "synced", error) from error

    def close(self) -> None:
        """Close the file without a sync; every later write or sync raises StorageError."""
        fd, self._fd = self._fd, _CLOSED
        if fd != _CLOSED:
            os.close(fd)

    def _append(self, raw: bytes) -> None:
        fd, rest = self._open_fd(), memoryview(raw)
        try:
            while rest:
                rest = rest[os.write(fd, rest) :]
        except OSError as error:
            self._cut()
            raise _storage_error(self.path, "written", error) from error
        self._end += len(raw)

    def _open_fd(self) -> int:
        if self._fd == _CLOSED:
            raise StorageError(f"{self.path} is closed, by its user or by an earlier failure")
        return self._fd

    def _cut(self) -> None:
        # Bytes of half a frame that cannot be taken back must stay the last ones.
        try:
            os.ftruncate(self._fd, self._end)
        except OSError:
            self.close()


def read_log(path: Path) -> LogFile:
    """The whole log, untouched; CorruptLog(offset) for any byte that no writer wrote.

    StorageError for what is no regular file, and for one of more than ``MAX_LOG`` bytes.
    """
    return parse(_read(path))


def read_whole_frames(path: Path) -> LogFile:
    """``read_log`` without a torn tail, which stays in the file: somebody may be writing it."""
    raw = _read(path)
    try:
        return parse(raw)
    except CorruptLog as error:
        if not error.torn or not error.offset:
            raise
        return parse(raw[: error.offset])


def recover(path: Path) -> LogFile:
    """``read_log``, after cutting a torn tail, whose bytes go to ``<path>.torn`` first.

    Damage with valid frames behind it, or in the file header, raises CorruptLog, changing nothing.
    """
    try:
        return read_log(path)
    except CorruptLog as error:
        if not error.torn or not error.offset:
            raise
        with _as_storage_error(path, "repaired"):
            _cut_tail(path, error.offset)
        return read_log(path)


def _read(path: Path) -> bytes:
    with _as_storage_error(path, "read"), path.open("rb") as file:
        about = os.fstat(file.fileno())
        if not stat.S_ISREG(about.st_mode) or about.st_size > MAX_LOG:
            raise StorageError(f"{path} is no log: not a file, or larger than {MAX_LOG} bytes")
        return file.read(MAX_LOG)


def _cut_tail(path: Path, offset: int) -> None:
    with (
        path.open("r+b") as log,
        path.with_name(path.name + ".torn").open("ab") as torn,
    ):
        log.seek(offset)
        torn.write(log.read())
        torn.flush()
        os.fsync(torn.fileno())
        log.truncate(offset)
        os.fsync(log.fileno())


def _sync_folder(path: Path) -> None:
    # A file whose folder is not on disk is not on disk; some systems cannot open a folder.
    with suppress(OSError):
        fd = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)


def _storage_error(path: Path, what: str, error: OSError) -> StorageError:
    return StorageError.of(path, what, error)


@contextmanager
def _as_storage_error(path: Path, what: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise _storage_error(path, what, error) from error
