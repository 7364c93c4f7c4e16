"""Hearsay, proof and probes: which of them keeps a table on the list."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from tests.net.tables import LOOPBACK, Looker, listening, person, run, table
from unonet.net import candidates as module
from unonet.net.announcement import Announcement
from unonet.net.candidates import Candidate, Candidates, answers
from unonet.net.notice import Notice, name_of


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PROBE_SECONDS", 0.1)


class List:
    """Candidates, and what was last told of them."""

    def __init__(self) -> None:
        self.looker = Looker()
        self.candidates = Candidates(self.looker.tell)

    def hear(self, announcement: Announcement, *ports: int, key: bytes | None = None) -> None:
        addresses = tuple((LOOPBACK, port) for port in ports)
        self.candidates.seen(Notice(announcement, addresses, key))

    async def shows(self, *tables: Candidate) -> None:
        await self.looker.until(lambda: set(self.looker.now) == set(tables))

    async def __aenter__(self) -> List:
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.candidates.close()


def test_a_table_is_shown_once_it_answers_and_changes_with_its_announcement() -> None:
    async def main() -> None:
        async with List() as tables, listening() as port:
            one = table("one")
            tables.hear(one, port)
            await tables.shows(Candidate(one, (LOOPBACK, port)))
            fuller = replace(one, taken=2)
            tables.hear(fuller, port)
            await tables.shows(Candidate(fuller, (LOOPBACK, port)))

    run(main())


def test_what_two_ways_tell_of_one_table_is_one_table() -> None:
    async def main() -> None:
        async with List() as tables, listening() as port:
            host = person()
            shown = table(host=host)
            tables.hear(shown, port)
            tables.hear(shown, port, key=host.key)
            await tables.shows(Candidate(shown, (LOOPBACK, port), key=host.key))

    run(main())


def test_a_table_that_dies_greys_goes_and_comes_again() -> None:
    async def main() -> None:
        async with List() as tables:
            ghost = table()
            async with listening() as port:
                tables.hear(ghost, port)
                await tables.shows(Candidate(ghost, (LOOPBACK, port)))
            await tables.shows(Candidate(ghost, (LOOPBACK, port), alive=False))
            await tables.shows()
            server = await asyncio.start_server(lambda _, w: w.close(), LOOPBACK, port)
            await tables.shows(Candidate(ghost, (LOOPBACK, port)))
            server.close()

    run(main())


def test_a_table_that_never_answers_is_never_shown() -> None:
    async def main() -> None:
        async with List() as tables, listening() as port:
            async with listening() as free:
                pass
            ghost, real = table("ghost"), table("real")
            tables.hear(ghost, free)
            tables.hear(real, port)
            await tables.shows(Candidate(real, (LOOPBACK, port)))
            await asyncio.sleep(0.3)
            assert tables.looker.ever == {real.fingerprint}

    run(main())


def test_one_of_several_addresses_is_enough_and_the_proven_one_is_preferred() -> None:
    async def main() -> None:
        async with List() as tables, listening() as first, listening() as second:
            async with listening() as dead:
                pass
            host = person()
            shown = table(host=host)
            tables.hear(shown, dead, first)
            await tables.shows(Candidate(shown, (LOOPBACK, first)))
            tables.hear(shown, second, key=host.key)
            await tables.shows(Candidate(shown, (LOOPBACK, second), key=host.key))

    run(main())


def test_hearsay_changes_nothing_that_the_host_has_signed() -> None:
    async def main() -> None:
        async with List() as tables, listening() as port:
            host = person()
            real = table("real", host=host)
            proven = Candidate(real, (LOOPBACK, port), key=host.key)
            tables.hear(real, port, key=host.key)
            await tables.shows(proven)
            tables.hear(replace(real, name="bait", closed=True), port)
            tables.hear(replace(real, name="bait"), port, key=person().key)
            tables.candidates.look_again()
            await asyncio.sleep(0.2)
            assert tables.looker.now == (proven,)

    run(main())


def test_a_proof_grows_old_and_hearsay_counts_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SILENCE_SECONDS", 0.1)

    async def main() -> None:
        async with List() as tables, listening() as port:
            host = person()
            before = table("before", host=host)
            after = replace(before, name="after")
            tables.hear(before, port)
            tables.hear(before, port, key=host.key)
            await asyncio.sleep(0.2)
            tables.hear(after, port)
            await tables.shows(Candidate(after, (LOOPBACK, port), key=host.key))

    run(main())


def test_a_goodbye_takes_hearsay_away_at_once() -> None:
    async def main() -> None:
        async with List() as tables, listening() as port:
            shown = table()
            tables.hear(shown, port)
            await tables.shows(Candidate(shown, (LOOPBACK, port)))
            tables.candidates.gone(name_of(shown))
            assert tables.looker.now == ()
            tables.candidates.gone(name_of(shown))

    run(main())


def test_a_goodbye_in_the_name_of_a_living_host_changes_nothing() -> None:
    async def main() -> None:
        async with List() as tables:
            host = person()
            shown = table(host=host)
            async with listening() as port:
                proven = Candidate(shown, (LOOPBACK, port), key=host.key)
                tables.hear(shown, port)
                tables.hear(shown, port, key=host.key)
                await tables.shows(proven)
                tables.candidates.gone(name_of(shown))
                await asyncio.sleep(0.2)
                assert tables.looker.now == (proven,)
            # The same words of a host that has really gone: no second failure is waited for.
            tables.candidates.gone(name_of(shown))
            await tables.shows()

    run(main())


def test_the_beacon_alone_keeps_no_table_that_it_tells_nothing_of(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "SILENCE_SECONDS", 0.2)

    async def main() -> None:
        async with List() as tables, listening() as port:
            host = person()
            shown = table(host=host)
            tables.hear(shown, port, key=host.key)
            await tables.shows(Candidate(shown, (LOOPBACK, port), key=host.key))
            await tables.shows()
            assert not tables.candidates._tables

    run(main())


def test_a_flood_of_made_up_tables_does_not_push_out_one_that_answers() -> None:
    async def main() -> None:
        async with List() as tables, listening() as port:
            async with listening() as dead:
                pass
            first, last = table("first"), table("last")
            tables.hear(first, port)
            await tables.shows(Candidate(first, (LOOPBACK, port)))
            for _ in range(module._MAX_TABLES + 20):
                tables.hear(table("ghost"), dead)
            tables.hear(last, port)
            assert len(tables.candidates._tables) == module._MAX_TABLES
            await tables.shows(*(Candidate(one, (LOOPBACK, port)) for one in (first, last)))

    run(main())


def test_when_every_table_answers_there_is_room_for_so_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "_MAX_TABLES", 2)

    async def main() -> None:
        async with List() as tables, listening() as port:
            shown = [table(str(number)) for number in range(3)]
            for one in shown[:2]:
                tables.hear(one, port)
            await tables.shows(*(Candidate(one, (LOOPBACK, port)) for one in shown[:2]))
            tables.hear(shown[2], port)
            await asyncio.sleep(0.2)
            assert shown[2].fingerprint not in tables.looker.ever

    run(main())


def test_a_probe_tells_listeners_from_silence() -> None:
    async def main() -> None:
        async with listening() as port:
            assert await answers((LOOPBACK, port))
        assert not await answers((LOOPBACK, port))

    run(main())
