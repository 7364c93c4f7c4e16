"""Pairs of guests without a link between them, as those guests report it.

Knows keys and how long a pair has been apart; does not know who sits where.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, TypeAlias

APART_SECONDS: Final = 2.5
"""How long two guests may take to reach each other before everybody is told."""

Pair: TypeAlias = tuple[bytes, bytes]


class Apart:
    """The pairs that somebody says are apart; false while there is none."""

    def __init__(self) -> None:
        self._since: dict[Pair, float] = {}

    def __bool__(self) -> bool:
        return bool(self._since)

    def report(
        self, key: bytes, *, missing: Collection[bytes], others: Collection[bytes], now: float
    ) -> None:
        """``key`` says which of the ``others`` it has no link to."""
        for other in others:
            pair = (min(key, other), max(key, other))
            if other in missing:
                self._since.setdefault(pair, now)
            else:
                self._since.pop(pair, None)

    def named(self, now: float) -> list[Pair]:
        """Those that have been apart for long enough to be named."""
        return [pair for pair, since in self._since.items() if since + APART_SECONDS <= now]

    def next_named(self, now: float) -> float | None:
        """When the next pair joins them."""
        ripe = (since + APART_SECONDS for since in self._since.values())
        return min((at for at in ripe if at > now), default=None)
