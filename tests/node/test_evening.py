"""People at a table from the lobby to the next match: sitting, leaving, being sent away, chat."""

from __future__ import annotations

import asyncio

import pytest

from tests.node.parlour import LOBBY, QUICK, Parlour, agreed, never, ready_at, until
from unonet.errors import CannotReach, TableRefused
from unonet.game.ruleset import Ruleset
from unonet.net.fake import Faults, run_virtual
from unonet.node.events import (
    ChatHeard,
    CountdownStarted,
    CountdownStopped,
    DeckReaders,
    GuestLeft,
    GuestSat,
    LinkLost,
    LinkUp,
    PairApart,
    PairTogether,
    RulesProposed,
    Seated,
    SeatReady,
    TermsShown,
)
from unonet.node.guest_room import HOST_PATIENCE
from unonet.node.limbo import LIMIT, PATIENCE
from unonet.table.events import Agreed
from unonet.table.terms import Genesis
from unonet.wire.messages import Bye, Chat, Lobby, Ping, Table


def run(main: object) -> None:
    run_virtual(asyncio.wait_for(main(), 3600))  # type: ignore[operator]


def test_a_host_two_guests_and_two_bots_play_and_play_again() -> None:
    async def main() -> None:
        async with Parlour() as parlour:
            host, ada, bob = [await parlour.come(name) for name in ("Host", "Ada", "Bob")]
            tasks = [parlour.opened_by(host, 5, ready_at(5), matches=2, bots=2)]
            tasks += [parlour.joined_by(one, ready_at(5), matches=2) for one in (ada, bob)]
            evenings = await asyncio.gather(*tasks)
            for match in range(2):
                assert len({agreed(reports[match]) for reports in evenings}) == 1
                assert evenings[0][match].result == "finished"
            first, second = host.told(Genesis)
            assert first.terms.table_id != second.terms.table_id
            assert second.terms.parent is not None and first.terms.parent is None
            assert second.terms.parent.table_id == first.terms.table_id
            assert second.terms.parent.scores == (0,) * 5
            # The same people and the same bots, over the same links.
            assert {seat.key for seat in first.terms.seats} == {s.key for s in second.terms.seats}
            assert host.told(LinkLost) == ada.told(LinkLost) == []
            assert [seat.bot for seat in second.terms.seats].count("greedy") == 2

    run(main)


def test_a_rematch_over_a_slow_network_starts_clean() -> None:
    async def main() -> None:
        # A link is slow, but it keeps its order: one that does not is no link.
        faults = Faults(delay=(0.01, 0.4))
        async with Parlour(seed=4, faults=faults) as parlour:
            host, ada, bob = [await parlour.come(name) for name in ("Host", "Ada", "Bob")]
            tasks = [parlour.opened_by(host, 3, None, matches=3)]
            tasks += [parlour.joined_by(one, None, matches=3) for one in (ada, bob)]
            evenings = await asyncio.gather(*tasks)
            for match in range(3):
                assert len({agreed(reports[match]) for reports in evenings}) == 1
                assert evenings[0][match].result == "finished"

    run(main)


def test_everybody_hears_who_comes_and_what_the_terms_are() -> None:
    async def main() -> None:
        async with Parlour() as parlour:
            host, ada, bob = [await parlour.come(name) for name in ("Host", "Ada", "Ada")]
            parlour.opened_by(host, 4, never, deal="sealed")
            parlour.joined_by(ada, never)
            await until(lambda: len(host.told(GuestSat)) == 2)
            parlour.joined_by(bob, never)
            await until(lambda: len(bob.told(GuestSat)) == 3)
            assert host.told(GuestSat) == [
                GuestSat("Host", 1, 4),
                GuestSat("Ada", 2, 4),
                GuestSat("Ada (2)", 3, 4),
            ]
            assert bob.told(Seated) == [Seated("Ada (2)")]
            assert ada.told(Seated) == [Seated("Ada")]
            words = [one.told(TermsShown)[-1] for one in (host, ada, bob)]
            assert words[0] == words[1] == words[2]
            assert host.told(TermsShown)[0] != words[0]
            assert bob.told(RulesProposed) == [RulesProposed(QUICK.differences())]
            assert bob.told(DeckReaders) == [DeckReaders("sealed", 2, 3, "Host", 1)]

    run(main)


def test_new_rules_are_told_to_everybody() -> None:
    async def main() -> None:
        async with Parlour() as parlour:
            host, ada = [await parlour.come(name) for name in ("Host", "Ada")]
            parlour.opened_by(host, 4, never)
            parlour.joined_by(ada, ready_at(2))
            await until(lambda: host.told(SeatReady))
            modern = Ruleset.parse("modern")
            (await host.chair).change(modern)
            await until(lambda: len(ada.told(RulesProposed)) == 2)
            assert ada.told(RulesProposed)[-1] == RulesProposed(modern.differences())
            assert ada.told(SeatReady) and (await ada.chair).view().number == 2

    run(main)


def test_a_guest_that_is_sent_away_knows_it_and_stays_away() -> None:
    async def main() -> None:
        async with Parlour() as parlour:
            host, ada = [await parlour.come(name) for name in ("Host", "Ada")]
            parlour.opened_by(host, 3, never)
            sitting = parlour.joined_by(ada, never)
            await until(lambda: len(host.told(GuestSat)) == 2)
            assert not (await host.chair).kick("nobody")
            assert (await host.chair).kick("ADA")
            with pytest.raises(TableRefused, match="sent you away") as caught:
                await sitting
            assert caught.value.reason == "kicked"
            assert ada.told(LinkLost) == []
            assert host.told(GuestLeft) == [GuestLeft("Ada", 1, 3)]
            with pytest.raises(TableRefused, match="sent you away"):
                await parlour.joined_by(ada, never)
            assert len(host.told(GuestSat)) == 2

    run(main)


def test_bots_come_and_go_as_the_host_likes() -> None:
    async def main() -> None:
        async with Parlour() as parlour:
            host = await parlour.come("Ada")
            parlour.opened_by(host, 4, never)
            chair = await host.chair
            assert chair.bots(9) == 3
            await until(lambda: chair.view().full)
            assert len(set(chair.view().ready[1:])) == 1
            await until(lambda: all(chair.view().ready[1:]))
            names = [place.nickname for place in chair.view().seats]
            # None of them takes the name of the person they sit with.
            assert len(set(names)) == 4 and not any("(2)" in name for name in names)
            assert {place.operator for place in chair.view().seats[1:]} == {host.key}
            assert chair.bots(1) == 1
            await until(lambda: len(chair.view().seats) == 2)
            assert chair.bots(0) == 0
            await until(lambda: len(chair.view().seats) == 1)
            assert chair.view().terms is None

    run(main)


def test_a_host_starts_early_after_a_countdown_with_those_who_are_ready() -> None:
    async def main() -> None:
        async with Parlour() as parlour:
            host, ada = [await parlour.come(name) for name in ("Host", "Ada")]
            hosting = parlour.opened_by(host, 10, never)
            chair = await host.chair
            assert chair.start() == "alone"
            playing = parlour.joined_by(ada, ready_at(2))
            await until(lambda: host.told(SeatReady))
            assert chair.start() is None
            began = asyncio.get_running_loop().time()
            await until(lambda: host.told(Agreed))
            assert 2.9 < asyncio.get_running_loop().time() - began < 3.2
            assert ada.told(CountdownStarted) == [CountdownStarted(3)]
            assert [r.result for r in (await hosting) + (await playing)] == ["finished"] * 2

    run(main)


def test_somebody_who_changes_its_mind_stops_the_countdown_on_every_screen() -> None:
    async def main() -> None:
        async with Parlour() as parlour:
            host, ada = [await parlour.come(name) for name in ("Host", "Ada")]
            parlour.opened_by(host, 2, ready_at(2))
            parlour.joined_by(ada, never)
            chair = await ada.chair
            await until(lambda: chair.view().terms)
            chair.ready()
            await until(lambda: ada.told(CountdownStarted))
            chair.unready()
            await until(lambda: host.told(CountdownStopped) and ada.told(CountdownStopped))
            await asyncio.sleep(30)
            assert not host.told(Agreed)

    run(main)


def test_a_pair_that_cannot_reach_each_other_is_named_on_every_screen() -> None:
    async def main() -> None:
        async with Parlour() as parlour:
            host, ada, bob = [await parlour.come(name) for name in ("Host", "Ada", "Bob")]
            parlour.network.cut(ada.key, bob.key)
            parlour.network.cut(bob.key, ada.key)
            parlour.opened_by(host, 3, ready_at(3))
            parlour.joined_by(ada, ready_at(3))
            parlour.joined_by(bob, ready_at(3))
            people = (host, ada, bob)
            await until(lambda: all(one.told(PairApart) for one in people))
            # In the order in which they came to sit.
            assert {frozenset(one.told(PairApart)[0]) for one in people} == {
                frozenset(("Ada", "Bob"))
            }
            assert (await ada.chair).missing == ("Bob",)
            await asyncio.sleep(60)
            assert not host.told(Agreed)
            parlour.network.heal()
            await until(lambda: all(one.told(PairTogether) for one in people))
            await until(lambda: all(one.told(Agreed) for one in people))

    run(main)


def test_a_host_that_leaves_the_lobby_tells_its_guests() -> None:
    async def main() -> None:
        async def short(chair: object) -> None:
            await asyncio.sleep(5)

        async with Parlour() as parlour:
            host, ada = [await parlour.come(name) for name in ("Host", "Ada")]
            hosting = parlour.opened_by(host, 3, short)
            sitting = parlour.joined_by(ada, never)
            assert await hosting == []
            with pytest.raises(TableRefused, match="closed it"):
                await sitting

    run(main)


def test_a_guest_waits_for_a_host_whose_link_is_gone_but_not_for_ever() -> None:
    async def main() -> None:
        async with Parlour() as parlour:
            host, ada = [await parlour.come(name) for name in ("Host", "Ada")]
            parlour.opened_by(host, 3, never)
            sitting = parlour.joined_by(ada, never)
            await until(lambda: ada.told(GuestSat))
            parlour.network.break_links(host.key, ada.key)
            await until(lambda: ada.told(LinkUp))
            assert ada.told(LinkLost) == [LinkLost("Host", "broken")]
            # The host had given the seat away, and gave it back.
            await until(lambda: len(host.told(GuestSat)) == 3)
            await host.place.mesh.close()
            began = asyncio.get_running_loop().time()
            with pytest.raises(CannotReach, match="host of the table is gone"):
                await sitting
            waited = asyncio.get_running_loop().time() - began
            assert HOST_PATIENCE <= waited < HOST_PATIENCE + 10

    run(main)


def test_a_person_who_leaves_the_lobby_frees_the_seat() -> None:
    async def main() -> None:
        async def short(chair: object) -> None:
            await asyncio.sleep(5)

        async with Parlour() as parlour:
            host, ada = [await parlour.come(name) for name in ("Host", "Ada")]
            parlour.opened_by(host, 3, never)
            assert await parlour.joined_by(ada, short) == []
            await ada.place.close()
            await until(lambda: host.told(GuestLeft))

    run(main)


# Chat


def test_chat_reaches_everybody_who_is_linked_and_nobody_else() -> None:
    async def main() -> None:
        async with Parlour() as parlour:
            names = ("Host", "Ada", "Bob", "Zoe", "Eve")
            host, ada, bob, zoe, eve = [await parlour.come(name) for name in names]
            parlour.opened_by(host, 4, never)
            parlour.joined_by(ada, never)
            parlour.joined_by(bob, never)
            parlour.watched_by(zoe)
            link = await eve.place._transport.dial(host.address)
            await until(lambda: len(bob.told(GuestSat)) == 3)
            await until(lambda: len(zoe.told(GuestSat)) == 3)
            await asyncio.sleep(1)
            (await ada.chair).talk("  hello\n all ")
            (await ada.chair).talk(" ")
            await asyncio.sleep(1)
            for one in (host, ada, bob):
                assert one.told(ChatHeard) == [ChatHeard("Ada", "hello all")]
            assert zoe.told(ChatHeard) == []  # she is linked to the host alone
            (await host.chair).talk("#2")
            await until(lambda: zoe.told(ChatHeard))
            assert zoe.told(ChatHeard) == [ChatHeard("Host", "#2")]
            # An uninvited peer is sent nothing at all, not even a ping.
            assert not link._inbox and eve.seen == []

    run(main)


def test_a_flood_of_chat_is_not_heard_and_breaks_no_link() -> None:
    async def main() -> None:
        async with Parlour() as parlour:
            host, ada = [await parlour.come(name) for name in ("Host", "Ada")]
            parlour.opened_by(host, 3, never)
            parlour.joined_by(ada, never)
            await until(lambda: ada.told(GuestSat))
            for number in range(1_000):
                ada.place.mesh.broadcast(Chat(str(number)))
            await asyncio.sleep(1)
            assert 1 <= len(host.told(ChatHeard)) <= 6
            assert host.place.mesh.up == {ada.key}

    run(main)


def test_whoever_looks_on_is_not_heard() -> None:
    async def main() -> None:
        async with Parlour() as parlour:
            host, zoe = [await parlour.come(name) for name in ("Host", "Zoe")]
            parlour.opened_by(host, 3, never)
            parlour.watched_by(zoe)
            await until(lambda: host.key in zoe.place.mesh.up)
            await asyncio.sleep(1)
            zoe.place.mesh.broadcast(Chat("his hand is red"))
            await asyncio.sleep(1)
            assert host.told(ChatHeard) == []

    run(main)


# Strangers


def test_a_stranger_that_says_nothing_useful_is_sent_away_and_told_nothing() -> None:
    async def main() -> None:
        async with Parlour() as parlour:
            host, eve = [await parlour.come(name) for name in ("Host", "Eve")]
            parlour.opened_by(host, 3, never)
            link = await eve.place._transport.dial(host.address)
            for message in (Ping(1), Chat("hi"), Table(bytes(16)), Bye()):
                link.send(message)
            await asyncio.sleep(PATIENCE - 0.5)
            assert not link.closed
            await asyncio.sleep(1)
            assert link.closed and not link._inbox
            assert [event for event in host.seen if isinstance(event, ChatHeard)] == []

    run(main)


def test_a_stranger_with_hostile_words_is_sent_away_at_once() -> None:
    async def main() -> None:
        async with Parlour() as parlour:
            host, eve = [await parlour.come(name) for name in ("Host", "Eve")]
            parlour.opened_by(host, 3, never)
            for body in (b"\xc1", b"\x91\x0a", bytes(300)):
                link = await eve.place._transport.dial(host.address)
                link.send(Lobby(body))
                await asyncio.sleep(0.5)
                assert link.closed
            assert host.place.mesh.up == frozenset()

    run(main)


def test_many_strangers_do_not_keep_a_guest_out() -> None:
    async def main() -> None:
        async with Parlour() as parlour:
            host, ada = [await parlour.come(name) for name in ("Host", "Ada")]
            parlour.opened_by(host, 3, never)
            links = []
            for number in range(3 * LIMIT):
                stranger = parlour.network.transport(bytes([200, number]) * 16, LOBBY)
                links.append(await stranger.dial(host.address))
            await asyncio.sleep(1)
            assert sum(not link.closed for link in links) <= LIMIT
            await asyncio.sleep(PATIENCE)
            parlour.joined_by(ada, never)
            await until(lambda: ada.told(GuestSat))

    run(main)


def test_nobody_sits_down_at_a_table_that_plays() -> None:
    async def main() -> None:
        async with Parlour() as parlour:
            host, ada, eve = [await parlour.come(name) for name in ("Host", "Ada", "Eve")]
            parlour.opened_by(host, 2, None, ruleset=Ruleset.parse("classic"))
            parlour.joined_by(ada, None)
            await until(lambda: host.told(Agreed) and ada.told(Agreed))
            with pytest.raises(TableRefused, match="you can watch it") as caught:
                await parlour.joined_by(eve, never)
            assert caught.value.reason == "started"

    run(main)
