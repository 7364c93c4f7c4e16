"""One alarm on the clock of the running loop, for whatever is due next.

Knows a time and whom to call; what is due then it does not know.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Alarm:
    """``ring`` is called once for each time that was set, unless another one is set before."""

    def __init__(self, ring: Callable[[], None]) -> None:
        self._ring = ring
        self._loop = asyncio.get_running_loop()
        self._time: float | None = None
        self._timer: asyncio.TimerHandle | None = None

    def set(self, time: float | None) -> None:
        """Ring at this time of the loop, in seconds, and not when it was set to before."""
        if time == self._time:
            return
        self.close()
        self._time = time
        self._timer = None if time is None else self._loop.call_at(time, self._on_time)

    def close(self) -> None:
        """Ring no more."""
        if self._timer is not None:
            self._timer.cancel()

    def _on_time(self) -> None:
        self._time = None
        self._ring()
