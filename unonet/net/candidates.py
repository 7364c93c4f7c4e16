"""Which tables to show: what was heard of, merged by topic and fingerprint, and probed over TCP.

Knows how long hearsay lasts and what outranks what; does not know how tables were heard of.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from unonet.net.announcement import Announcement
from unonet.net.notice import Name, Notice, name_of
from unonet.net.transport import Address

PROBE_SECONDS: Final = 5.0
PROBE_TIMEOUT: Final = 1.5
FAILURES_UNTIL_GONE: Final = 2
SILENCE_SECONDS: Final = 10.0
"""So long a signed answer counts; five questions later it was the last one."""
MAX_ROUTES: Final = 4
_PROBES_AT_A_TIME: Final = 8
_MAX_TABLES: Final = 128


@dataclass(frozen=True, slots=True)
class Candidate:
    """A table that answered at ``address``; not ``alive`` when the last try to connect failed.

    ``key`` is the host's if it has signed for this table; without it all of this is hearsay.
    """

    announcement: Announcement
    address: Address
    alive: bool = True
    key: bytes | None = None


OnChange: TypeAlias = Callable[[tuple[Candidate, ...]], None]


@dataclass(slots=True)
class _Table:
    """What is known of one table: ``hearsay`` until its goodbye, ``signed`` until it falls silent.

    ``signed_at`` is the time of the last signed answer.
    """

    announcement: Announcement
    hearsay: tuple[Address, ...] = ()
    signed: tuple[Address, ...] = ()
    signed_at: float = float("-inf")
    key: bytes | None = None
    shown: Candidate | None = None
    failures: int = 0
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def is_signed(self) -> bool:
        return _now() - self.signed_at < SILENCE_SECONDS

    @property
    def is_known(self) -> bool:
        return bool(self.hearsay) or self.is_signed

    @property
    def routes(self) -> tuple[Address, ...]:
        """Where to try, the proven first."""
        return tuple(dict.fromkeys(self.signed + self.hearsay))[:MAX_ROUTES]

    def take(self, notice: Notice) -> None:
        """Hearsay changes nothing of what the host itself has signed lately but its routes."""
        if notice.key is None:
            self.hearsay = notice.addresses
            if not self.is_signed:
                self.announcement = notice.announcement
        elif self.key in (None, notice.key):
            self.key, self.signed_at = notice.key, _now()
            self.signed = tuple(dict.fromkeys(notice.addresses + self.signed))[:MAX_ROUTES]
            self.announcement = notice.announcement

    def found(self, address: Address) -> None:
        self.failures = 0
        self.shown = Candidate(self.announcement, address, key=self.key)

    def missed(self) -> None:
        self.failures += 1
        if self.shown is not None:
            gone = self.failures >= FAILURES_UNTIL_GONE
            self.shown = None if gone else replace(self.shown, alive=False)


class Candidates:
    """Tells ``on_change`` all tables whenever one comes, changes, greys or goes."""

    def __init__(self, on_change: OnChange) -> None:
        self._on_change = on_change
        self._tables: dict[Name, _Table] = {}
        self._tasks: dict[Name, asyncio.Task[None]] = {}
        self._probes = asyncio.Semaphore(_PROBES_AT_A_TIME)
        self._told: tuple[Candidate, ...] = ()

    def seen(self, notice: Notice) -> None:
        """Somebody says that there is this table."""
        name = name_of(notice.announcement)
        table = self._tables.get(name)
        if table is None:
            self._welcome(name, notice)
            return
        before = table.announcement, table.routes
        table.take(notice)
        if before != (table.announcement, table.routes) or not (table.shown and table.shown.alive):
            table.changed.set()

    def gone(self, name: Name) -> None:
        """Somebody says goodbye for this table; for a signed one a probe decides at once."""
        table = self._tables.get(name)
        if table is None:
            return
        table.hearsay = ()
        if table.is_known:
            table.failures = FAILURES_UNTIL_GONE - 1
            table.changed.set()
        else:
            self._forget(name)
            self._tell()

    def look_again(self) -> None:
        """Probe every table now."""
        for table in self._tables.values():
            table.changed.set()

    async def close(self) -> None:
        """Nobody is told anything after it."""
        tasks = list(self._tasks.values())
        self._tasks.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _welcome(self, name: Name, notice: Notice) -> None:
        # Anybody can announce any number of tables: look after so many, the living first.
        if len(self._tables) >= _MAX_TABLES:
            silent = next((old for old, table in self._tables.items() if not table.shown), None)
            if silent is None:
                return
            self._forget(silent)
        table = self._tables[name] = _Table(notice.announcement)
        table.take(notice)
        self._tasks[name] = asyncio.create_task(self._look_after(name, table))

    def _forget(self, name: Name) -> None:
        del self._tables[name]
        self._tasks.pop(name).cancel()

    async def _look_after(self, name: Name, table: _Table) -> None:
        while table.is_known:
            table.changed.clear()
            await self._probe(table)
            self._tell()
            with suppress(TimeoutError):
                async with asyncio.timeout(PROBE_SECONDS):
                    await table.changed.wait()
        del self._tables[name], self._tasks[name]
        self._tell()

    async def _probe(self, table: _Table) -> None:
        routes = table.routes
        async with self._probes:
            answered = await asyncio.gather(*map(answers, routes))
        alive = [route for route, answer in zip(routes, answered, strict=True) if answer]
        if alive:
            table.found(alive[0])
        else:
            table.missed()

    def _tell(self) -> None:
        tables = sorted(self._tables.items(), key=lambda item: (item[0][1], item[0][0]))
        told = tuple(table.shown for _, table in tables if table.shown is not None)
        if told != self._told:
            self._told = told
            self._on_change(told)


async def answers(address: Address) -> bool:
    """Whether somebody takes TCP connections there, within ``PROBE_TIMEOUT`` seconds."""
    try:
        async with asyncio.timeout(PROBE_TIMEOUT):
            _, writer = await asyncio.open_connection(*address)
    except OSError:
        return False
    writer.close()
    return True


def _now() -> float:
    return asyncio.get_running_loop().time()
