"""On loopback, with real multicast: other test processes may announce tables at the same time."""

import asyncio
import secrets
from base64 import b32encode
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
from zeroconf.asyncio import AsyncServiceInfo

from unonet.errors import CannotReach, LocalProtocolError
from unonet.net import discovery as module
from unonet.net.announcement import Announcement, to_txt
from unonet.net.discovery import SERVICE, Candidate, Discovery, answers

LOOPBACK = "127.0.0.1"


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PROBE_SECONDS", 0.3)


def run(main: Coroutine[Any, Any, None]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(60):
            await main

    asyncio.run(bounded())


def table(name: str = "table", **changes: Any) -> Announcement:
    made = Announcement(
        topic=secrets.token_bytes(16),
        fingerprint=b32encode(secrets.token_bytes(5)).decode().lower(),
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
    """Browses and remembers the last list and everything that was ever on one."""

    def __init__(self) -> None:
        self.discovery = Discovery([LOOPBACK])
        self.now: tuple[Candidate, ...] = ()
        self.ever: set[str] = set()
        self._news = asyncio.Event()
        self.discovery.browse(self._tell)

    def _tell(self, candidates: tuple[Candidate, ...]) -> None:
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


def test_two_tables_are_found_change_and_say_goodbye() -> None:
    async def main() -> None:
        looker = Looker()
        async with looker.discovery, listening() as port, listening() as other_port:
            one, other = table("one"), table("other", closed=True)
            async with Discovery([LOOPBACK]) as first, Discovery([LOOPBACK]) as second:
                await asyncio.gather(first.announce(one, port), second.announce(other, other_port))
                await looker.until(lambda: looker.find(one) and looker.find(other))
                assert looker.find(one) == Candidate(one, (LOOPBACK, port))
                assert looker.find(other) == Candidate(other, (LOOPBACK, other_port))
                fuller = replace(one, taken=2)
                await first.announce(fuller, port)
                await looker.until(lambda: looker.find(one) == Candidate(fuller, (LOOPBACK, port)))
            await looker.until(lambda: not looker.find(one) and not looker.find(other))

    run(main())


def test_a_table_without_a_listener_is_never_shown_and_hostile_text_neither() -> None:
    async def main() -> None:
        looker = Looker()
        async with (
            looker.discovery,
            listening() as port,
            Discovery([LOOPBACK]) as dead,
            Discovery([LOOPBACK]) as hostile,
            Discovery([LOOPBACK]) as honest,
        ):
            ghost, liar, real = table("ghost"), table("liar"), table("real")
            async with listening() as free:
                pass
            info = hostile._service(liar, port)
            bad = AsyncServiceInfo(
                SERVICE,
                info.name,
                port=port,
                server=info.server,
                addresses=info.addresses,
                properties=to_txt(liar) | {"st": "\x1b[2J"},
            )
            await asyncio.gather(dead.announce(ghost, free), hostile._register(bad))
            await honest.announce(real, port)
            await looker.until(lambda: looker.find(real))
            await asyncio.sleep(1)
            assert not looker.ever & {ghost.fingerprint, liar.fingerprint}

    run(main())


def test_a_table_that_dies_without_goodbye_greys_and_goes() -> None:
    async def main() -> None:
        looker = Looker()
        async with looker.discovery, Discovery([LOOPBACK]) as host:
            announcement = table()
            async with listening() as port:
                await host.announce(announcement, port)
                await looker.until(lambda: looker.find(announcement))
            await looker.until(
                lambda: (
                    looker.find(announcement)
                    == Candidate(announcement, (LOOPBACK, port), alive=False)
                )
            )
            await looker.until(lambda: not looker.find(announcement))

    run(main())


def test_browsing_twice_is_our_own_mistake() -> None:
    async def main() -> None:
        looker = Looker()
        async with looker.discovery:
            with pytest.raises(LocalProtocolError):
                looker.discovery.browse(lambda _: None)

    run(main())


def test_an_address_that_is_not_ours_is_a_clear_error() -> None:
    async def main() -> None:
        with pytest.raises(CannotReach):
            Discovery(["203.0.113.1"])

    run(main())


def test_a_probe_tells_listeners_from_silence() -> None:
    async def main() -> None:
        async with listening() as port:
            assert await answers((LOOPBACK, port))
        assert not await answers((LOOPBACK, port))

    run(main())
