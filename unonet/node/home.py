"""The home folder: whose identity this is, where logs are kept; new keys get entropy here."""

from __future__ import annotations

import os
from importlib import metadata
from pathlib import Path

from unonet.errors import StorageError
from unonet.ledger.entry import VERSION
from unonet.ledger.identity import Identity
from unonet.ledger.store import LogWriter, Versions
from unonet.table.terms import RULES_VERSION


def load_identity(home: Path) -> Identity:
    """The device key of ``home``, made on first use. Raises StorageError."""
    path = home / "identity.key"
    make_folder(home)
    if not path.exists():
        try:
            return Identity.create(path, os.urandom(32))
        except StorageError:
            if not path.exists():
                raise
    return Identity.load(path)


def fresh_identity() -> Identity:
    """A key that nobody keeps, for a bot at one table."""
    return Identity.from_seed(os.urandom(32))


def new_log(home: Path, table_id: bytes, seat: int) -> LogWriter:
    """``<home>/logs/<table id>-<seat>.unolog``, empty. Raises StorageError."""
    folder = home / "logs"
    make_folder(folder)
    return LogWriter.create(
        folder / f"{table_id.hex()}-{seat}.unolog",
        table_id,
        salt=os.urandom(16),
        versions=versions(),
    )


def versions() -> Versions:
    """Who writes files here, and by which rules."""
    return Versions(f"unonet {metadata.version('unonet')}", RULES_VERSION, VERSION)


def make_folder(folder: Path) -> None:
    """``folder`` and those above it, for their owner alone. Raises StorageError."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise StorageError.of(folder, "made", error) from error
