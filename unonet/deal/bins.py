"""Long bytes as an array of bins, since one binary of an encoding holds 60 000 bytes at most.

All bins but the last are full, so that each byte string has one form (protocol.md section 2). What
the bytes are is not known here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from unonet.errors import DecodeError

FULL: Final = 60_000


def split(packed: bytes) -> tuple[bytes, ...]:
    """The bins of it; no bytes are no bins."""
    return tuple(packed[start : start + FULL] for start in range(0, len(packed), FULL))


def joined(bins: Sequence[bytes]) -> bytes:
    """What ``split`` split. Raises DecodeError for any other cut."""
    packed = b"".join(bins)
    if split(packed) != tuple(bins):
        raise DecodeError("bins that are not full before the last one")
    return packed
