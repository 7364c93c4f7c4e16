"""The secrets of a seat, one file a round: written before they are used, erased after the seal.

Erased means unlinked; what a disk keeps of unlinked files is beyond this program. Which secret
belongs to what is for ``unonet.deal.secrets`` to say.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from unonet.deal.secrets import Secret
from unonet.errors import DecodeError, StorageError
from unonet.ledger import codec, shape

PREFIX: Final = "secrets-"


class Vault:
    """The secrets that ``folder`` keeps. Raises StorageError where the disk does not play along."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, secrets: Iterable[Secret]) -> None:
        """All secrets of some rounds, on disk when this returns."""
        by_round: dict[int, list[Secret]] = {}
        for secret in secrets:
            by_round.setdefault(secret.round, []).append(secret)
        for number, kept in by_round.items():
            self._write(self._folder / f"{PREFIX}{number}", kept)

    def all(self) -> tuple[Secret, ...]:
        """Everything that is kept. StorageError also for bytes that no vault has written."""
        return tuple(secret for path in self._files() for secret in _read(path))

    def erase(self, *, below: int) -> None:
        """Secrets of rounds below this one are of no use any more."""
        for path in self._files():
            if int(path.name.removeprefix(PREFIX)) < below:
                _unlink(path)

    def _files(self) -> Iterator[Path]:
        for path in sorted(self._folder.glob(f"{PREFIX}*")):
            if path.name.removeprefix(PREFIX).isdigit():
                yield path

    def _write(self, path: Path, secrets: Iterable[Secret]) -> None:
        draft = path.with_suffix(".new")
        try:
            descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(codec.encode(tuple(secrets)))
                file.flush()
                os.fsync(file.fileno())
            draft.replace(path)
            _sync_folder(self._folder)
        except OSError as error:
            raise StorageError.of(path, "written", error) from error


def _read(path: Path) -> Iterator[Secret]:
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise StorageError.of(path, "read", error) from error
    try:
        for fields in _SECRETS(codec.decode(raw, "secrets"), "secrets"):
            yield Secret(*fields)
    except DecodeError as error:
        raise StorageError(f"{path} is damaged ({error})") from error


def _unlink(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise StorageError.of(path, "erased", error) from error


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":
        return  # a folder cannot be opened there
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


_COUNT: Final = shape.uint(32)
_SECRETS: Final = shape.array(
    shape.record(
        "secret",
        what=shape.text(8),
        round=_COUNT,
        attempt=_COUNT,
        epoch=_COUNT,
        value=shape.binary(32),
    ),
    0,
    256,
)
