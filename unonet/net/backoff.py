"""When a peer may be dialled again after its link ended or a dial failed.

Knows times and pauses; why a link ended is told it, who dials is the mesh's business.
"""

from __future__ import annotations

from typing import Final

FIRST_BACK_OFF: Final = 0.1
MAX_BACK_OFF: Final = 1.0
HEALTHY_SECONDS: Final = 3.0
PENANCE_SECONDS: Final = 5.0
"""After a link that ended because its peer broke the protocol."""


class BackOff:
    """Pauses that double from 0.1 to 1 s; only a link that stayed healthy for 3 s resets them."""

    __slots__ = ("_offended_until", "_pause", "_until")

    def __init__(self) -> None:
        self._pause = self._until = self._offended_until = 0.0

    def wait(self, now: float) -> float:
        """Seconds from ``now`` until the next dial."""
        return max(0.0, max(self._until, self._offended_until) - now)

    def offence(self, now: float) -> bool:
        """Whether the peer broke the protocol a moment ago, so that no link of it is wanted."""
        return now < self._offended_until

    def failed(self, now: float) -> None:
        """A dial failed, or what it brought did not last."""
        self._pause = min(2 * self._pause or FIRST_BACK_OFF, MAX_BACK_OFF)
        self._until = now + self._pause

    def ended(self, now: float, *, lasted: float) -> None:
        """A link ended after so many seconds."""
        if lasted >= HEALTHY_SECONDS:
            self._pause = self._until = 0.0
        else:
            self.failed(now)

    def offended(self, now: float) -> None:
        """The peer said what the protocol forbids."""
        self._offended_until = now + PENANCE_SECONDS
