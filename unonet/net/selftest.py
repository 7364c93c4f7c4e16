"""Whether the ways to find and reach each other work here: each way tried on one own address.

Knows how to try, and how long to wait; what a failure means and what to do about it is for others
to say. What is announced meanwhile listens nowhere, so that nobody's list shows it.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from contextlib import closing, suppress
from enum import Enum
from typing import Final

from unonet.ledger.identity import Identity, fingerprint
from unonet.net.announcement import Announcement
from unonet.net.beacon import Answerer, Asker
from unonet.net.discovery import Discovery
from unonet.net.notice import Name, Notice
from unonet.net.transport import Address

WAIT_SECONDS: Final = 2.5
"""A blocked network raises nothing: silence for so long is what tells it."""
NOWHERE: Final = 9


async def multicast_heard(address: str) -> float | None:
    """Seconds until a second zeroconf hears what the first announces there; None for never.

    Raises ``CannotReach`` where there is no multicast at all.
    """
    identity = Identity.from_seed(secrets.token_bytes(32))
    ear = _Ear(identity)
    async with Discovery([address]) as saying, Discovery([address]) as hearing:
        await saying.announce(_test_table(identity), NOWHERE)
        hearing.browse(ear.on_seen, ear.on_gone)
        return await ear.waited()


async def beacon_heard(address: str) -> float | None:
    """Seconds until our own question to everybody is answered there; None for never.

    Raises ``CannotReach`` where no socket can be opened.
    """
    identity = Identity.from_seed(secrets.token_bytes(32))
    ear = _Ear(identity)
    with closing(await Answerer.open([address], identity)) as answerer:
        answerer.show(_test_table(identity), NOWHERE)
        with closing(await Asker.open([address], ear.on_seen)):
            return await ear.waited()


async def tcp_heard(address: str) -> float | None:
    """Seconds until a connection to our own listener there is open; None for never."""
    server = await asyncio.start_server(lambda _, writer: writer.close(), address, 0)
    try:
        knock, seconds = await knock_at(server.sockets[0].getsockname()[:2])
        return seconds if knock is Knock.OPEN else None
    finally:
        server.close()


class Knock(Enum):
    """What a TCP connection meets."""

    OPEN = "open"
    REFUSED = "refused"
    """The machine is there, and nobody listens at this port."""
    SILENT = "silent"


async def knock_at(address: Address) -> tuple[Knock, float]:
    """What a connection to ``address`` meets, and after how many seconds."""
    began = time.monotonic()
    knock = Knock.SILENT
    with suppress(OSError):
        async with asyncio.timeout(WAIT_SECONDS):
            try:
                _, writer = await asyncio.open_connection(*address)
            except ConnectionRefusedError:
                knock = Knock.REFUSED
            else:
                writer.close()
                knock = Knock.OPEN
    return knock, time.monotonic() - began


class Way(Enum):
    """How another machine's table can be heard of."""

    ASKED = "asked"
    BROADCAST = "broadcast"
    MULTICAST = "multicast"


async def ways_to(host: str, addresses: tuple[str, ...]) -> frozenset[Way]:
    """By which ways a table of ``host`` is heard of from ``addresses``, within ``WAIT_SECONDS``.

    Raises ``CannotReach`` where nothing can be opened to hear.
    """
    heard: set[Way] = set()

    def on_seen(way: Way, notice: Notice) -> None:
        if host in [where for where, _ in notice.addresses]:
            heard.add(way)

    async with Discovery(addresses) as discovery:
        discovery.browse(lambda notice: on_seen(Way.MULTICAST, notice), lambda name: None)
        asking = await Asker.open(
            addresses,
            lambda notice: on_seen(Way.ASKED, notice),
            remembered=[host],
            everybody=False,
        )
        calling = await Asker.open(addresses, lambda notice: on_seen(Way.BROADCAST, notice))
        with closing(asking), closing(calling):
            await asyncio.sleep(WAIT_SECONDS)
    return frozenset(heard)


class _Ear:
    """Waits for one identity's announcement."""

    def __init__(self, identity: Identity) -> None:
        self._fingerprint = fingerprint(identity.key)
        self._heard = asyncio.Event()

    def on_seen(self, notice: Notice) -> None:
        if notice.announcement.fingerprint == self._fingerprint:
            self._heard.set()

    def on_gone(self, name: Name) -> None:
        """Our own goodbye is no news."""

    async def waited(self) -> float | None:
        began = time.monotonic()
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                await self._heard.wait()
        except TimeoutError:
            return None
        return time.monotonic() - began


def _test_table(identity: Identity) -> Announcement:
    return Announcement(
        topic=secrets.token_bytes(16),
        fingerprint=fingerprint(identity.key),
        boot=secrets.token_hex(2),
        name="network check",
        taken=1,
        seats=2,
        status="play",
        preset="none",
        closed=True,
    )
