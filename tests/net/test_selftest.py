"""The ways tried on loopback, working and broken."""

from __future__ import annotations

import asyncio
import socket
from contextlib import ExitStack, closing
from typing import Any

import pytest

from tests.net.tables import LOOPBACK, listening, person, run, table
from unonet.errors import CannotReach
from unonet.net import beacon, selftest
from unonet.net.beacon import Answerer
from unonet.net.discovery import Discovery
from unonet.net.selftest import Knock, Way


def test_every_way_works_on_loopback() -> None:
    async def main() -> None:
        heard = await asyncio.gather(
            selftest.multicast_heard(LOOPBACK),
            selftest.beacon_heard(LOOPBACK),
            selftest.tcp_heard(LOOPBACK),
        )
        assert None not in heard

    run(main())


def test_silence_is_told_from_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selftest, "WAIT_SECONDS", 0.2)
    monkeypatch.setattr(beacon, "broadcast_of", lambda address: None)
    monkeypatch.setattr(Discovery, "browse", lambda *_: None)

    async def main() -> None:
        assert await selftest.beacon_heard(LOOPBACK) is None
        assert await selftest.multicast_heard(LOOPBACK) is None
        for check in (selftest.beacon_heard, selftest.multicast_heard):
            with pytest.raises(CannotReach):
                await check("203.0.113.1")

    run(main())


def test_a_listener_that_cannot_be_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    async def silent(*_: Any) -> tuple[Knock, float]:
        return Knock.SILENT, 1.0

    monkeypatch.setattr(selftest, "knock_at", silent)
    run_value(selftest.tcp_heard(LOOPBACK), None)


def run_value(check: Any, expected: Any) -> None:
    async def main() -> None:
        assert await check == expected

    run(main())


def test_knocking_tells_open_refused_and_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selftest, "WAIT_SECONDS", 0.3)

    async def main() -> None:
        async with listening() as port:
            assert (await selftest.knock_at((LOOPBACK, port)))[0] is Knock.OPEN
        assert (await selftest.knock_at((LOOPBACK, port)))[0] is Knock.REFUSED
        with ExitStack() as stack:
            # A queue that is full: the system drops whoever knocks.
            busy = stack.enter_context(closing(socket.socket()))
            busy.bind((LOOPBACK, 0))
            busy.listen(0)
            for _ in range(4):
                waiting = stack.enter_context(closing(socket.socket()))
                waiting.setblocking(False)
                waiting.connect_ex(busy.getsockname())
            assert (await selftest.knock_at(busy.getsockname()))[0] is Knock.SILENT

    run(main())


def test_the_ways_to_a_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        host = person()
        shown = table(host=host)
        with closing(await Answerer.open([LOOPBACK], host)) as answerer:
            answerer.show(shown, 4000)
            async with Discovery([LOOPBACK]) as discovery:
                await discovery.announce(shown, 4000)
                assert await selftest.ways_to(LOOPBACK, (LOOPBACK,)) == frozenset(Way)
                monkeypatch.setattr(selftest, "WAIT_SECONDS", 0.3)
                assert await selftest.ways_to("192.0.2.99", (LOOPBACK,)) == frozenset()

    run(main())
