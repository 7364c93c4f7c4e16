"""Those who look on at a table that plays: a name and a peer number for each, above all seats'."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count

from unonet.order.intake import FIRST_LEARNER
from unonet.table.lobby import MAX_WATCHERS


class Gallery:
    """At most ``MAX_WATCHERS`` keys; numbers are given again when somebody goes."""

    def __init__(self) -> None:
        self._numbers: dict[bytes, int] = {}
        self._nicknames: dict[bytes, str] = {}

    def __contains__(self, key: bytes) -> bool:
        return key in self._numbers

    @property
    def nicknames(self) -> Mapping[bytes, str]:
        return self._nicknames

    @property
    def numbers(self) -> frozenset[int]:
        """The peer numbers that are taken."""
        return frozenset(self._numbers.values())

    def let_in(self, key: bytes, nickname: str) -> bool:
        """Whether there is room for this key, or it is here already."""
        if key not in self._numbers:
            if len(self._numbers) >= MAX_WATCHERS:
                return False
            taken = self._numbers.values()
            self._numbers[key] = next(n for n in count(FIRST_LEARNER) if n not in taken)
            self._nicknames[key] = nickname
        return True

    def leave(self, key: bytes) -> None:
        self._numbers.pop(key, None)
        self._nicknames.pop(key, None)

    def peer(self, key: bytes) -> int | None:
        """The number under which the order knows this key; None if it is not here."""
        return self._numbers.get(key)

    def key(self, peer: int) -> bytes | None:
        """Who has this number now."""
        return next((key for key, number in self._numbers.items() if number == peer), None)
