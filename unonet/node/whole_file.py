"""Small private files that are there whole or not at all. What is in them is not known here."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from unonet.errors import StorageError


def write_whole(path: Path, content: bytes) -> None:
    """Put ``content`` in the place of ``path``, mode 0600, on disk when this returns.

    Raises StorageError; then what was there before is still there.
    """
    draft = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        _write(draft, content)
        draft.replace(path)
        _sync_folder(path.parent)
    except OSError as error:
        with suppress(OSError):
            draft.unlink()
        raise StorageError.of(path, "written", error) from error


def _write(path: Path, content: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":
        return  # a folder cannot be opened there
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
