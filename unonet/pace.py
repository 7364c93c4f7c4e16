"""How much somebody may ask for: a bucket that fills with time.

Knows numbers only; what happens to whoever asks for more is for the caller to say.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final, Generic, TypeVar

K = TypeVar("K", bound=Hashable)

MAX_KEYS: Final = 256


class Budget:
    """``burst`` at once, then ``rate`` a second."""

    __slots__ = ("_burst", "_left", "_rate", "_since")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = self._left = burst
        self._since = now

    def take(self, now: float) -> bool:
        """Whether one more is allowed at ``now`` (seconds); if so it is taken."""
        self._refill(now)
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def spend(self, amount: float, now: float) -> float:
        """Take ``amount`` in any case; how many seconds later it would have been allowed."""
        self._refill(now)
        self._left -= amount
        return max(0.0, -self._left / self._rate)

    def _refill(self, now: float) -> None:
        self._left = min(self._burst, self._left + (now - self._since) * self._rate)
        self._since = now


class Budgets(Generic[K]):
    """A budget for each key; of more than ``MAX_KEYS`` those longest silent are forgotten."""

    __slots__ = ("_of", "_size")

    def __init__(self, rate: float, burst: float) -> None:
        self._size = rate, burst
        self._of: dict[K, Budget] = {}

    def take(self, key: K, now: float) -> bool:
        """As ``Budget.take``, from the budget of ``key``."""
        budget = self._of.pop(key, None) or Budget(*self._size, now)
        self._of[key] = budget
        if len(self._of) > MAX_KEYS:
            del self._of[next(iter(self._of))]
        return budget.take(now)
