"""All tables within reach, whichever way they are found, and one's own shown in every way.

Opens the ways (multicast DNS, the beacon with remembered addresses) on this machine's addresses,
and again when those change or the machine has slept. Which tables are there is for ``candidates``
to say; what is then said over a link is not known here.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, TypeAlias

from unonet.errors import CannotReach, LocalProtocolError
from unonet.ledger.identity import Identity
from unonet.net.announcement import Announcement
from unonet.net.beacon import Answerer, Asker
from unonet.net.candidates import Candidate, Candidates, OnChange
from unonet.net.discovery import Discovery
from unonet.net.transport import Address

__all__ = ["Candidate", "Finder", "OnChange"]

LOOK_SECONDS: Final = 5.0
SLEEP_SECONDS: Final = 4.0
"""A wait that took so much longer than it should was a sleep of the machine."""

Look: TypeAlias = Callable[[], Sequence[str]]
OnAddresses: TypeAlias = Callable[[tuple[str, ...]], Awaitable[None]]


async def _no_matter(addresses: tuple[str, ...]) -> None:
    """Nobody listens on these addresses but the finder itself."""


class Finder:
    """Use as ``async with Finder(choose_interfaces()) as finder``.

    ``remembered`` are addresses of earlier days, asked one by one. ``look`` is asked every 5 s for
    the addresses of this machine; when they change, ``on_addresses`` is awaited before others hear
    of them. A way that cannot be opened is named in ``problems`` and keeps no other from working.
    """

    def __init__(
        self,
        addresses: Sequence[str],
        remembered: Sequence[Address] = (),
        *,
        look: Look | None = None,
        on_addresses: OnAddresses = _no_matter,
    ) -> None:
        self.addresses = tuple(addresses)
        self.problems: tuple[str, ...] = ()
        self._remembered = tuple(dict.fromkeys(host for host, _ in remembered))
        self._look = look or (lambda: self.addresses)
        self._on_addresses = on_addresses
        self._discovery: Discovery | None = None
        self._asker: Asker | None = None
        self._answerer: Answerer | None = None
        self._candidates: Candidates | None = None
        self._own: tuple[Announcement, int, Identity] | None = None
        self._turn = asyncio.Lock()
        self._watching: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Finder:
        self._open_discovery()
        self._watching = asyncio.create_task(self._watch())
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.close()

    async def announce(self, announcement: Announcement, port: int, *, identity: Identity) -> None:
        """Show a table that listens at ``port``: to askers at once, by multicast after a second.

        Called again it replaces the announcement. Raises ``CannotReach`` if ``identity`` announces
        a table elsewhere already.
        """
        async with self._turn:
            self._own = announcement, port, identity
            await self._show(announcement, port, identity)

    async def withdraw(self) -> None:
        """Take the own announcement back."""
        async with self._turn:
            self._own = None
            self._stop_answering()
            if self._discovery is not None:
                await self._discovery.withdraw()

    async def browse(self, on_change: OnChange) -> None:
        """From now on tell ``on_change`` all tables whenever one comes, changes, greys or goes.

        Raises ``CannotReach`` if there is no way to look.
        """
        if self._candidates is not None:
            raise LocalProtocolError("browsing already")
        async with self._turn:
            self._candidates = Candidates(on_change)
            await self._seek(self._candidates)
        if self._discovery is None and self._asker is None:
            raise CannotReach("; ".join(self.problems))

    async def close(self) -> None:
        """Say goodbye and stop; nobody is told anything after it."""
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)
        if self._candidates is not None:
            await self._candidates.close()
        await self._close_ways()

    # Ways

    def _open_discovery(self) -> None:
        self.problems = ()
        try:
            self._discovery = Discovery(self.addresses)
        except CannotReach as error:
            self._found_problem(error)

    async def _show(self, announcement: Announcement, port: int, identity: Identity) -> None:
        try:
            if self._answerer is None:
                self._answerer = await Answerer.open(self.addresses, identity)
            self._answerer.show(announcement, port)
        except CannotReach as error:
            self._found_problem(error)
        if self._discovery is not None:
            await self._discovery.announce(announcement, port)

    async def _seek(self, candidates: Candidates) -> None:
        if self._discovery is not None:
            self._discovery.browse(candidates.seen, candidates.gone)
        try:
            self._asker = await Asker.open(
                self.addresses, candidates.seen, remembered=self._remembered
            )
        except CannotReach as error:
            self._found_problem(error)

    async def _close_ways(self) -> None:
        self._stop_answering()
        if self._asker is not None:
            self._asker.close()
        discovery, self._asker, self._discovery = self._discovery, None, None
        if discovery is not None:
            await discovery.close()

    def _stop_answering(self) -> None:
        if self._answerer is not None:
            self._answerer.close()
        self._answerer = None

    def _found_problem(self, error: CannotReach) -> None:
        if str(error) not in self.problems:
            self.problems += (str(error),)

    # This machine

    async def _watch(self) -> None:
        clocks = _clocks()
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            before, clocks = clocks, _clocks()
            addresses = self._look_for_addresses()
            if addresses != self.addresses or _slept(before, clocks):
                await self._open_again(addresses)

    def _look_for_addresses(self) -> tuple[str, ...]:
        try:
            return tuple(self._look())
        except CannotReach:
            # The one address that was wanted is gone for now; it may come again.
            return self.addresses

    async def _open_again(self, addresses: tuple[str, ...]) -> None:
        """Everything anew: sockets that were bound or joined a group before may be deaf."""
        async with self._turn:
            await self._close_ways()
            if addresses != self.addresses:
                self.addresses = addresses
                await self._on_addresses(addresses)
            self._open_discovery()
            if self._candidates is not None:
                await self._seek(self._candidates)
                self._candidates.look_again()
            if self._own is not None:
                await self._show_again(*self._own)

    async def _show_again(self, announcement: Announcement, port: int, identity: Identity) -> None:
        try:
            await self._show(announcement, port, identity)
        except CannotReach as error:
            self._found_problem(error)


def _clocks() -> tuple[float, float]:
    """Seconds of a clock that may stop while the machine sleeps, and of one that does not."""
    return time.monotonic(), time.time()


def _slept(before: tuple[float, float], after: tuple[float, float]) -> bool:
    waited = max(now - then for then, now in zip(before, after, strict=True))
    return waited > LOOK_SECONDS + SLEEP_SECONDS
