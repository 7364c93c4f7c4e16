"""Who tried wrong join codes, and how long it must wait until it may try again.

Counts by address; knows no socket and no code.
"""

from __future__ import annotations

from typing import Final

FREE_TRIES: Final = 5
MAX_WAIT: Final = 60.0
MAX_ADDRESSES: Final = 1024


class Throttle:
    """After ``FREE_TRIES`` wrong codes an address waits 1 s, then twice as long each time.

    A right code clears the count. Of more than ``MAX_ADDRESSES`` the first are forgotten.
    """

    def __init__(self) -> None:
        self._tries: dict[str, tuple[int, float]] = {}

    def failed(self, host: str, now: float) -> None:
        """A wrong code came from ``host``."""
        count = self._tries.pop(host, (0, now))[0] + 1
        while len(self._tries) >= MAX_ADDRESSES:
            del self._tries[next(iter(self._tries))]
        self._tries[host] = (count, now + _wait(count))

    def succeeded(self, host: str) -> None:
        self._tries.pop(host, None)

    def waits(self, host: str, now: float) -> bool:
        """Whether ``host`` may not try yet."""
        return now < self._tries.get(host, (0, now))[1]


def _wait(count: int) -> float:
    if count < FREE_TRIES:
        return 0.0
    return min(2.0 ** min(count - FREE_TRIES, 10), MAX_WAIT)
