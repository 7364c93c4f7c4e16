"""On loopback, with real multicast: other test processes may announce tables at the same time."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from zeroconf.asyncio import AsyncServiceInfo

from tests.net.tables import LOOPBACK, run, table
from unonet.errors import CannotReach, LocalProtocolError
from unonet.net.announcement import Announcement, to_txt
from unonet.net.discovery import SERVICE, Discovery
from unonet.net.notice import Name, Notice, name_of


class Ear:
    """What a discovery says, kept."""

    def __init__(self, discovery: Discovery) -> None:
        self.seen: list[Notice] = []
        self.gone: list[Name] = []
        self._news = asyncio.Event()
        discovery.browse(self._on_seen, self._on_gone)

    def _on_seen(self, notice: Notice) -> None:
        self.seen.append(notice)
        self._news.set()

    def _on_gone(self, name: Name) -> None:
        self.gone.append(name)
        self._news.set()

    async def hears(self, announcement: Announcement, port: int) -> None:
        while Notice(announcement, ((LOOPBACK, port),)) not in self.seen:
            await self._wait()

    async def hears_goodbye(self, announcement: Announcement) -> None:
        while name_of(announcement) not in self.gone:
            await self._wait()

    async def _wait(self) -> None:
        self._news.clear()
        await self._news.wait()


def test_two_tables_are_heard_of_change_and_say_goodbye() -> None:
    async def main() -> None:
        one, other = table("one"), table("other", closed=True)
        async with Discovery([LOOPBACK]) as looking:
            ear = Ear(looking)
            async with Discovery([LOOPBACK]) as first, Discovery([LOOPBACK]) as second:
                await asyncio.gather(first.announce(one, 4001), second.announce(other, 4002))
                await asyncio.gather(ear.hears(one, 4001), ear.hears(other, 4002))
                fuller = replace(one, taken=2)
                await first.announce(fuller, 4001)
                await ear.hears(fuller, 4001)
                assert name_of(one) not in ear.gone
            await asyncio.gather(ear.hears_goodbye(one), ear.hears_goodbye(other))

    run(main())


def test_a_host_that_opens_another_table_leaves_the_first() -> None:
    async def main() -> None:
        first = table()
        second = replace(first, topic=bytes(16))
        async with Discovery([LOOPBACK]) as looking, Discovery([LOOPBACK]) as host:
            ear = Ear(looking)
            await host.announce(first, 4003)
            await ear.hears(first, 4003)
            await host.announce(second, 4003)
            await asyncio.gather(ear.hears(second, 4003), ear.hears_goodbye(first))

    run(main())


def test_hostile_text_is_not_heard() -> None:
    async def main() -> None:
        async with (
            Discovery([LOOPBACK]) as looking,
            Discovery([LOOPBACK]) as hostile,
            Discovery([LOOPBACK]) as honest,
        ):
            ear = Ear(looking)
            liar, real = table("liar"), table("real")
            info = hostile._service(liar, 4004)
            bad = AsyncServiceInfo(
                SERVICE,
                info.name,
                port=4004,
                server=info.server,
                addresses=info.addresses,
                properties=to_txt(liar) | {"st": "\x1b[2J"},
            )
            await asyncio.gather(hostile._register(bad), honest.announce(real, 4005))
            await ear.hears(real, 4005)
            await asyncio.sleep(0.5)
            heard = {notice.announcement.fingerprint for notice in ear.seen}
            assert liar.fingerprint not in heard

    run(main())


def test_one_identity_announces_one_table() -> None:
    async def main() -> None:
        mine = table()
        async with Discovery([LOOPBACK]) as first, Discovery([LOOPBACK]) as second:
            await first.announce(mine, 4006)
            with pytest.raises(CannotReach, match="announces a table already"):
                await second.announce(mine, 4007)

    run(main())


def test_browsing_twice_is_our_own_mistake() -> None:
    async def main() -> None:
        async with Discovery([LOOPBACK]) as discovery:
            Ear(discovery)
            with pytest.raises(LocalProtocolError):
                Ear(discovery)

    run(main())


def test_an_address_that_is_not_ours_is_a_clear_error() -> None:
    async def main() -> None:
        with pytest.raises(CannotReach):
            Discovery(["203.0.113.1"])

    run(main())
