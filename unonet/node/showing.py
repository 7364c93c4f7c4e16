"""One's own table on the network: what is announced follows what happens at it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from unonet.net.announcement import Announcement


class Showing:
    """``announce`` is told the newest announcement, one after the other, never two at once."""

    def __init__(
        self, announce: Callable[[Announcement], Awaitable[None]], first: Announcement
    ) -> None:
        self._announce = announce
        self._newest = first
        self._changed = asyncio.Event()
        self._changed.set()

    def update(self, **changes: Any) -> None:
        """Fields of the announcement that are different from now on."""
        newest = replace(self._newest, **changes)
        if newest != self._newest:
            self._newest = newest
            self._changed.set()

    async def run(self) -> None:
        """For ever. Raises CannotReach when the table cannot be announced."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            await self._announce(self._newest)
