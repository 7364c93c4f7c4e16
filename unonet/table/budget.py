"""How much somebody may ask for: a bucket that fills with time.

Knows numbers only; what happens to whoever asks for more is for the caller to say.
"""

from __future__ import annotations


class Budget:
    """``burst`` at once, then ``rate`` a second."""

    __slots__ = ("_burst", "_left", "_rate", "_since")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = self._left = burst
        self._since = now

    def take(self, now: float) -> bool:
        """Whether one more is allowed at ``now``; if so it is taken."""
        refill = (now - self._since) * self._rate
        self._left, self._since = min(self._burst, self._left + refill), now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Budgets:
    """A budget for each key; of more than ``MAX_KEYS`` the oldest are forgotten."""

    MAX_KEYS = 256

    def __init__(self, rate: float, burst: float) -> None:
        self._size = rate, burst
        self._of: dict[bytes, Budget] = {}

    def take(self, key: bytes, now: float) -> bool:
        """As ``Budget.take``, from the budget of ``key``."""
        if key not in self._of:
            while len(self._of) >= self.MAX_KEYS:
                del self._of[next(iter(self._of))]
            self._of[key] = Budget(*self._size, now)
        return self._of[key].take(now)
