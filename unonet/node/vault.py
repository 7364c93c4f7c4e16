"""The secrets of a seat, one file a round: written before they are used, erased after the seal.

Erased means unlinked; what a disk keeps of unlinked files is beyond this program. Which secret
belongs to what is for ``unonet.deal.secrets`` to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from unonet.deal.secrets import Secret
from unonet.errors import DecodeError, StorageError
from unonet.ledger import codec, shape
from unonet.node.whole_file import write_whole

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
            write_whole(self._folder / f"{PREFIX}{number}", codec.encode(tuple(kept)))

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
