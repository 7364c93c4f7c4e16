"""Tables to announce and to look for, on loopback; nothing behind them but an open port."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from unonet.ledger.identity import Identity, fingerprint
from unonet.net.announcement import Announcement
from unonet.net.candidates import Candidate

LOOPBACK = "127.0.0.1"


def run(main: Coroutine[Any, Any, None]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(60):
            await main

    asyncio.run(bounded())


def person() -> Identity:
    return Identity.from_seed(secrets.token_bytes(32))


def table(name: str = "table", *, host: Identity | None = None, **changes: Any) -> Announcement:
    made = Announcement(
        topic=secrets.token_bytes(16),
        fingerprint=fingerprint((host or person()).key),
        boot=secrets.token_hex(2),
        name=name,
        taken=1,
        seats=4,
        status="lobby",
        preset="quick",
    )
    return replace(made, **changes)


@asynccontextmanager
async def listening() -> AsyncIterator[int]:
    server = await asyncio.start_server(lambda _, writer: writer.close(), LOOPBACK, 0)
    yield server.sockets[0].getsockname()[1]
    server.close()


class Looker:
    """Remembers the last list of tables and everything that was ever on one."""

    def __init__(self) -> None:
        self.now: tuple[Candidate, ...] = ()
        self.ever: set[str] = set()
        self._news = asyncio.Event()

    def tell(self, candidates: tuple[Candidate, ...]) -> None:
        self.now = candidates
        self.ever |= {candidate.announcement.fingerprint for candidate in candidates}
        self._news.set()

    def find(self, announcement: Announcement) -> Candidate | None:
        matching = [c for c in self.now if c.announcement.fingerprint == announcement.fingerprint]
        return matching[0] if matching else None

    async def until(self, condition: Callable[[], object]) -> None:
        while not condition():
            self._news.clear()
            await self._news.wait()
