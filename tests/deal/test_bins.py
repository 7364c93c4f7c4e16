"""Bins: every byte string has one cut."""

from __future__ import annotations

import pytest

from unonet.deal.bins import FULL, joined, split
from unonet.errors import DecodeError


@pytest.mark.parametrize("size", [0, 1, FULL - 1, FULL, FULL + 1, 2 * FULL + 7])
def test_what_is_split_is_joined(size: int) -> None:
    packed = bytes(range(256)) * (size // 256) + bytes(size % 256)
    assert joined(split(packed)) == packed
    assert [len(part) for part in split(packed)[:-1]] == [FULL] * (max(size - 1, 0) // FULL)


@pytest.mark.parametrize(
    "bins", [(b"",), (b"a", b"b"), (bytes(FULL), b""), (bytes(FULL + 1),), (b"", bytes(FULL))]
)
def test_another_cut_is_refused(bins: tuple[bytes, ...]) -> None:
    with pytest.raises(DecodeError):
        joined(bins)
