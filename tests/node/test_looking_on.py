"""Those who look on: at full tables, late, from any seat, and without slowing anybody."""

from __future__ import annotations

import asyncio

import pytest

from tests.node.parlour import LOBBY, Parlour, Somebody, agreed, never, ready_at, until
from unonet.errors import TableRefused
from unonet.game.events import CardUp, Played
from unonet.game.ruleset import Ruleset
from unonet.net.fake import Faults, run_virtual
from unonet.node.events import GuestSat, RoundSealed, SeatReady, WatcherCame, WatcherLeft
from unonet.node.spectator import LOST_AFTER
from unonet.order.messages import Chunk, Heads, Want
from unonet.table.events import Agreed, MatchOver, RoundClosed
from unonet.table.lobby import MAX_WATCHERS
from unonet.table.lobby_messages import Marks, Watch, write_message
from unonet.wire.messages import Lobby

CLASSIC = Ruleset.parse("classic", {"target": "100"})
LONG = Ruleset.parse("classic", {"target": "1000"})


def run(main: object) -> None:
    run_virtual(asyncio.wait_for(main(), 7200))  # type: ignore[operator]


async def opened(parlour: Parlour, seats: int, **options: object) -> list[Somebody]:
    """A table of bots that begins as soon as it is full."""
    people = [await parlour.come(f"P{seat}") for seat in range(seats)]
    parlour.opened_by(people[0], seats, None, **options)  # type: ignore[arg-type]
    for one in people[1:]:
        parlour.joined_by(one, None)
    return people


def test_ten_seats_and_eight_who_look_on_see_the_same_match() -> None:
    async def main() -> None:
        async with Parlour(seed=10) as parlour:
            host = await parlour.come("P0")
            watching = [await parlour.come(f"W{number}") for number in range(MAX_WATCHERS)]
            playing = [parlour.opened_by(host, 10, None, ruleset=CLASSIC)]
            # Three see the lobby fill, five come when the match has begun.
            following = [parlour.watched_by(one) for one in watching[:3]]
            await until(lambda: host.told(WatcherCame))
            guests = [await parlour.come(f"P{seat}") for seat in range(1, 10)]
            playing += [parlour.joined_by(one, None) for one in guests]
            await until(lambda: host.told(CardUp))
            following += [parlour.watched_by(one) for one in watching[3:]]
            reports = [match for task in playing for match in await task]
            seen = [match for task in following for match in await task]
            assert len({agreed(report) for report in reports + seen}) == 1
            assert reports[0].result == "finished"
            assert {report.seat for report in seen} == {None}
            for one in watching:
                assert one.told(Played) == host.told(Played)
                assert one.told(MatchOver) == host.told(MatchOver)
            assert {event.nickname for event in host.told(WatcherCame)} == {
                one.name for one in watching
            }

    run(main)


def test_a_ninth_is_refused_with_a_reason() -> None:
    async def main() -> None:
        async with Parlour() as parlour:
            people = await opened(parlour, 2, ruleset=CLASSIC)
            await until(lambda: people[0].told(CardUp))
            watching = [await parlour.come(f"W{number}") for number in range(MAX_WATCHERS + 1)]
            tasks = [parlour.watched_by(one) for one in watching[:-1]]
            await until(lambda: len(people[0].told(WatcherCame)) == MAX_WATCHERS)
            with pytest.raises(TableRefused, match="as many look on as may") as caught:
                await parlour.watched_by(watching[-1])
            assert caught.value.reason == "watchers"
            tasks[0].cancel()
            await watching[0].place.close()
            await until(lambda: people[0].told(WatcherLeft))
            parlour.watched_by(watching[-1])
            await until(lambda: watching[-1].told(Agreed))

    run(main)


def test_any_seat_lets_one_look_on_and_tells_where_the_others_are() -> None:
    async def main() -> None:
        async with Parlour() as parlour:
            people = await opened(parlour, 4, ruleset=CLASSIC)
            zoe = await parlour.come("Zoe")
            await until(lambda: people[2].told(CardUp))
            following = parlour.watched_by(zoe, at=people[2])
            await until(lambda: len(zoe.place.mesh.up) == 4)
            (report,) = await following
            assert report.result == "finished"
            assert zoe.told(RoundClosed) == people[0].told(RoundClosed)

    run(main)


def test_one_may_look_on_where_the_host_is_gone() -> None:
    async def main() -> None:
        async with Parlour() as parlour:
            people = await opened(parlour, 4, ruleset=CLASSIC)
            zoe = await parlour.come("Zoe")
            await until(lambda: people[1].told(CardUp))
            await people[0].place.mesh.close()
            parlour.watched_by(zoe, at=people[1])
            await until(lambda: len(zoe.place.mesh.up) == 3)
            assert zoe.told(Agreed)

    run(main)


def test_one_who_looks_on_over_a_rough_network_catches_up() -> None:
    async def main() -> None:
        rough = Faults(delay=(0.001, 0.08), loss=0.03, duplication=0.03, reordering=0.2)
        async with Parlour(seed=7) as parlour:
            people = await opened(parlour, 3, ruleset=LONG)
            zoe = await parlour.come("Zoe")
            await until(lambda: people[0].told(CardUp))
            following = parlour.watched_by(zoe)
            await until(lambda: zoe.told(Agreed))
            parlour.network.faults = rough
            for _ in range(5):
                await asyncio.sleep(1)
                parlour.network.break_links()
            parlour.network.faults = Faults()
            (report,) = await following
            assert report.result == "finished"
            assert zoe.told(Played) == people[0].told(Played)

    run(main)


def test_one_who_looks_on_learns_the_seal_and_no_secret() -> None:
    async def main() -> None:
        async with Parlour() as parlour:
            people = await opened(parlour, 3, ruleset=CLASSIC)
            zoe = await parlour.come("Zoe")
            await until(lambda: people[0].told(CardUp))
            (report,) = await parlour.watched_by(zoe)
            assert zoe.told(RoundSealed)
            await until(lambda: set(zoe.told(RoundSealed)) == set(people[0].told(RoundSealed)))
            assert report.result == "finished"
            # What a seat's front end is told beside the log, nobody else is.
            assert not [event for event in zoe.seen if type(event).__name__ == "MoveSent"]

    run(main)


def test_the_next_match_of_the_same_company_can_be_watched_too() -> None:
    async def main() -> None:
        async with Parlour() as parlour:
            host, ada, zoe = [await parlour.come(name) for name in ("Host", "Ada", "Zoe")]
            playing = parlour.opened_by(host, 2, ready_at(2), matches=2)
            parlour.joined_by(ada, ready_at(2), matches=2)
            following = parlour.watched_by(zoe, matches=2)
            first, second = await following
            played = await playing
            assert [agreed(first), agreed(second)] == [agreed(report) for report in played]
            assert len(zoe.told(Agreed)) == 2
            assert zoe.told(SeatReady) and zoe.told(GuestSat)

    run(main)


def test_a_table_that_is_gone_is_left_after_a_while() -> None:
    async def main() -> None:
        async with Parlour() as parlour:
            people = await opened(parlour, 2, ruleset=LONG)
            zoe = await parlour.come("Zoe")
            await until(lambda: people[0].told(CardUp))
            following = parlour.watched_by(zoe)
            await until(lambda: zoe.told(CardUp))
            for one in people:
                await one.place.mesh.close()
            began = asyncio.get_running_loop().time()
            (report,) = await following
            assert report.result == "unfinished"
            assert asyncio.get_running_loop().time() - began < LOST_AFTER + 10

    run(main)


def test_a_host_that_drafts_the_next_match_ends_the_one_that_is_watched() -> None:
    async def main() -> None:
        async with Parlour() as parlour:
            host, ada = await opened(parlour, 2, ruleset=LONG)
            zoe = await parlour.come("Zoe")
            await until(lambda: host.told(CardUp))
            following = parlour.watched_by(zoe)
            await until(lambda: zoe.told(CardUp) and ada.key in zoe.place.mesh.up)
            marks = Lobby(write_message(Marks(1, (True, True), (), None)))
            ada.place.mesh.send(zoe.key, marks)
            await asyncio.sleep(0.2)
            assert not following.done()
            host.place.mesh.send(zoe.key, marks)
            (report,) = await asyncio.wait_for(following, 1)
            assert report.result == "unfinished"

    run(main)


def test_one_who_looks_on_can_say_nothing_that_counts() -> None:
    async def main() -> None:
        async with Parlour() as parlour:
            people = await opened(parlour, 2, ruleset=LONG)
            zoe = await parlour.come("Zoe")
            await until(lambda: people[0].told(CardUp))
            parlour.watched_by(zoe)
            await until(lambda: len(zoe.place.mesh.up) == 2)
            zoe.place.mesh.send(people[0].key, Chunk(()))
            await until(lambda: people[0].told(WatcherLeft))
            assert people[0].place.mesh.up >= {people[1].key}

    run(main)


def test_who_did_not_ask_is_told_nothing_of_a_match() -> None:
    async def main() -> None:
        async with Parlour() as parlour:
            people = await opened(parlour, 2, ruleset=LONG)
            await until(lambda: people[0].told(CardUp))
            eve = parlour.network.transport(bytes(32), LOBBY)
            link = await eve.dial(people[0].address)
            link.send(Heads(1, 0, 0, bytes(32), 0))
            link.send(Want(1, 0))
            await asyncio.sleep(0.2)
            assert not link._inbox
            link.send(Lobby(write_message(Watch("Eve"))))
            await asyncio.sleep(0.2)
            assert link._inbox
            assert not people[0].told(MatchOver)

    run(main)


def test_seats_do_not_wait_for_those_who_look_on() -> None:
    """A match takes as long with eight who never answer as with nobody."""

    async def length(watchers: int) -> float:
        async with Parlour(seed=3) as parlour:
            host, ada = [await parlour.come(name) for name in ("Host", "Ada")]
            tasks = []
            for number in range(watchers):
                one = await parlour.come(f"W{number}")
                tasks.append(parlour.watched_by(one))
            playing = parlour.opened_by(host, 2, None)
            await until(lambda: len(host.told(WatcherCame)) == watchers)
            parlour.joined_by(ada, None)
            await until(lambda: host.told(Agreed))
            for one in parlour.people[2:]:
                parlour.network.cut(one.key, host.key)
                parlour.network.cut(one.key, ada.key)
            began = asyncio.get_running_loop().time()
            await until(lambda: host.told(MatchOver))
            took = asyncio.get_running_loop().time() - began
            (report,) = await playing
            assert report.result == "finished"
            return took / len(host.told(Played))

    alone = run_virtual(length(0))
    watched = run_virtual(length(MAX_WATCHERS))
    assert watched < 1.5 * alone


def test_a_lobby_full_of_lookers_on_starts_all_the_same() -> None:
    async def main() -> None:
        async with Parlour() as parlour:
            host, ada = [await parlour.come(name) for name in ("Host", "Ada")]
            parlour.opened_by(host, 2, ready_at(2))
            for number in range(MAX_WATCHERS):
                parlour.watched_by(await parlour.come(f"W{number}"))
            ninth = await parlour.come("W9")
            await until(lambda: len(host.told(WatcherCame)) == MAX_WATCHERS)
            with pytest.raises(TableRefused, match="as many look on"):
                await parlour.watched_by(ninth)
            sitting = parlour.joined_by(ada, never)
            chair = await ada.chair
            await until(lambda: chair.view().terms)
            chair.ready()
            (report,) = await sitting
            assert report.result == "finished"

    run(main)
