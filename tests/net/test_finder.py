"""The ways together: one of them is enough, and all of them open again when the machine changes."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest

from tests.net.tables import LOOPBACK, Looker, listening, person, run, table
from unonet.errors import CannotReach, LocalProtocolError
from unonet.net import beacon
from unonet.net import finder as module
from unonet.net.candidates import Candidate
from unonet.net.finder import Finder

OTHER = "127.0.0.2"


@pytest.fixture(autouse=True)
def port(monkeypatch: pytest.MonkeyPatch) -> int:
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        probe.bind((LOOPBACK, 0))
        free: int = probe.getsockname()[1]
    monkeypatch.setattr(beacon, "BEACON_PORT", free)
    monkeypatch.setattr(beacon, "ASK_SECONDS", 0.2)
    return free


@pytest.fixture
def no_multicast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "Discovery", _refuse)


@pytest.fixture
def no_beacon(monkeypatch: pytest.MonkeyPatch) -> None:
    for one in (beacon.Asker, beacon.Answerer):
        monkeypatch.setattr(one, "open", _refuse)


def _refuse(*_: Any, **__: Any) -> Any:
    raise CannotReach("no such way here")


def found_at(port: int) -> None:
    async def main() -> None:
        host, looker = person(), Looker()
        shown = table(host=host)
        async with (
            listening() as tcp,
            Finder([LOOPBACK]) as looking,
            Finder([LOOPBACK]) as hosting,
        ):
            await looking.browse(looker.tell)
            await hosting.announce(shown, tcp, identity=host)
            await looker.until(lambda: looker.find(shown))
            found = looker.find(shown)
            assert found and found.address == (LOOPBACK, tcp) and found.alive
            fuller = replace(shown, taken=2)
            await hosting.announce(fuller, tcp, identity=host)
            await looker.until(lambda: (now := looker.find(shown)) and now.announcement == fuller)
            await hosting.withdraw()

    run(main())


def test_tables_are_found_by_every_way(port: int) -> None:
    found_at(port)


@pytest.mark.usefixtures("no_multicast")
def test_tables_are_found_without_multicast(port: int) -> None:
    found_at(port)


@pytest.mark.usefixtures("no_beacon")
def test_tables_are_found_without_the_beacon(port: int) -> None:
    found_at(port)


@pytest.mark.usefixtures("no_beacon", "no_multicast")
def test_without_any_way_looking_fails_and_hosting_goes_on() -> None:
    async def main() -> None:
        async with Finder([LOOPBACK]) as finder:
            host = person()
            await finder.announce(table(host=host), 4000, identity=host)
            with pytest.raises(CannotReach, match="no such way here"):
                await finder.browse(Looker().tell)
            assert finder.problems == ("no such way here",)
            await finder.withdraw()

    run(main())


def test_a_table_seen_both_ways_is_one_candidate_with_its_key() -> None:
    async def main() -> None:
        host, looker = person(), Looker()
        shown = table(host=host)
        async with (
            listening() as tcp,
            Finder([LOOPBACK]) as looking,
            Finder([LOOPBACK]) as hosting,
        ):
            await hosting.announce(shown, tcp, identity=host)
            await looking.browse(looker.tell)
            assert looking._candidates is not None
            tables = looking._candidates._tables
            while not any(one.hearsay and one.signed and one.shown for one in tables.values()):
                await asyncio.sleep(0.01)
            looking._candidates.look_again()
            proven = [Candidate(shown, (LOOPBACK, tcp), key=host.key)]
            await looker.until(
                lambda: [one for one in looker.now if one.announcement == shown] == proven
            )

    run(main())


def test_browsing_twice_is_our_own_mistake() -> None:
    async def main() -> None:
        async with Finder([LOOPBACK]) as finder:
            await finder.browse(Looker().tell)
            with pytest.raises(LocalProtocolError):
                await finder.browse(Looker().tell)

    run(main())


@pytest.mark.usefixtures("no_multicast")
def test_a_new_address_is_listened_on_then_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOOK_SECONDS", 0.05)

    async def main() -> None:
        host, looker = person(), Looker()
        shown = table(host=host)
        addresses: list[str] = [LOOPBACK]
        told: list[Sequence[str]] = []

        async def on_addresses(now: tuple[str, ...]) -> None:
            told.append(now)

        hosting = Finder([LOOPBACK], look=lambda: addresses, on_addresses=on_addresses)
        server = await asyncio.start_server(lambda _, w: w.close(), "0.0.0.0", 0)
        tcp = server.sockets[0].getsockname()[1]
        async with hosting, Finder([LOOPBACK]) as looking:
            await hosting.announce(shown, tcp, identity=host)
            await looking.browse(looker.tell)
            await looker.until(lambda: looker.find(shown))
            addresses[:] = [OTHER]
            await looker.until(
                lambda: looker.find(shown) == Candidate(shown, (OTHER, tcp), key=host.key)
            )
            assert told == [(OTHER,)] and hosting.addresses == (OTHER,)
        server.close()

    run(main())


@pytest.mark.usefixtures("no_multicast")
def test_after_a_sleep_everything_opens_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOOK_SECONDS", 0.05)
    clocks = [0.0, 0.0]
    monkeypatch.setattr(module, "_clocks", lambda: tuple(clocks))

    async def main() -> None:
        async with Finder([LOOPBACK]) as finder:
            await finder.browse(Looker().tell)
            before = finder._asker
            await asyncio.sleep(0.2)
            assert finder._asker is before
            clocks[1] += 3600.0
            while finder._asker in (before, None):
                await asyncio.sleep(0.01)

    run(main())


def test_a_sleep_shows_on_either_clock_and_a_slow_turn_does_not() -> None:
    assert not module._slept((0.0, 0.0), (5.0, 5.0))
    assert not module._slept((0.0, 0.0), (8.5, 8.5))
    assert module._slept((0.0, 0.0), (5.0, 60.0))
    assert module._slept((0.0, 0.0), (60.0, 60.0))
    assert not module._slept((0.0, 100.0), (5.0, 10.0))


@pytest.mark.usefixtures("no_multicast")
def test_an_address_that_is_gone_for_a_while_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOOK_SECONDS", 0.02)

    async def main() -> None:
        async with Finder([LOOPBACK], look=_refuse) as finder:
            await asyncio.sleep(0.1)
            assert finder.addresses == (LOOPBACK,)
            assert finder._watching and not finder._watching.done()

    run(main())
