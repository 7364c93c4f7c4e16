"""Keys without a seat, linked before genesis and after it: they are nobody, and change nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from tests.node.parlour import LOBBY, Parlour, agreed, until
from unonet.game.events import CardUp
from unonet.ledger.identity import Identity
from unonet.net.fake import run_virtual
from unonet.net.loss import Loss
from unonet.net.transport import Link
from unonet.node import limbo
from unonet.node.events import LinkUp, WatcherCame
from unonet.order.messages import Heads, Submit, Want
from unonet.table.lobby_messages import Refused, Sit, Watch, read_message, write_message
from unonet.wire.messages import Bye, Chat, Lobby, Message, Table

SIT = Lobby(write_message(Sit("Eve", None, None, None, bytes(32), ())))
WATCH = Lobby(write_message(Watch("Eve")))
ORDER: list[Message] = [Heads(0, 0, 0, bytes(32), 0, None), Want(1, 0), Submit(b"m", bytes(64))]


def run(main: object) -> None:
    run_virtual(asyncio.wait_for(main(), 600))  # type: ignore[operator]


def stranger(number: int) -> bytes:
    return Identity.from_seed(bytes([200 + number]) * 32).key


async def come(parlour: Parlour, number: int, *words: Message) -> Link:
    transport = parlour.network.transport(stranger(number), LOBBY)
    link = await transport.dial(parlour.host.address)
    for word in words:
        link.send(word)
    return link


def say_all(table_id: bytes) -> list[Message]:
    return [Bye(), Chat("hi"), Table(table_id), *ORDER]


async def table_beside(
    parlour: Parlour, before: Callable[[], object], during: Callable[[bytes], object]
) -> None:
    """A table of three bots plays; strangers do something in its lobby and while it plays."""
    people = [await parlour.come(f"P{seat}") for seat in range(3)]
    host = people[0]
    tasks = [parlour.opened_by(host, 3, None)]
    await asyncio.sleep(0.05)
    await before()  # type: ignore[misc]
    tasks += [parlour.joined_by(one, None) for one in people[1:]]
    await until(lambda: host.told(CardUp))
    table_id = host.place.table.node.table_id  # type: ignore[union-attr]
    await during(table_id)  # type: ignore[misc]
    reports = [(await task)[0] for task in tasks]
    assert len({agreed(report) for report in reports}) == 1
    assert reports[0].result == "finished"
    assert len(host.told(LinkUp)) == 2


def test_a_silent_or_babbling_stranger_at_genesis_changes_nothing() -> None:
    async def main() -> None:
        async with Parlour() as parlour:
            links: list[Link] = []

            async def before() -> None:
                links.append(await come(parlour, 1))
                links.append(await come(parlour, 2, *say_all(bytes(16))))

            async def during(table_id: bytes) -> None:
                for link in links:
                    for word in say_all(table_id):
                        link.send(word)
                await asyncio.sleep(limbo.PATIENCE + 1)
                assert all(link.closed for link in links)

            await table_beside(parlour, before, during)

    run(main)


@pytest.mark.parametrize("first", [None, SIT, WATCH], ids=["silent", "sit", "watch"])
def test_a_stranger_after_genesis_changes_nothing(first: Lobby | None) -> None:
    async def main() -> None:
        async with Parlour() as parlour:

            async def before() -> None:
                pass

            async def during(table_id: bytes) -> None:
                words = [first] if first else []
                link = await come(parlour, 1, Table(table_id), *words, *say_all(table_id))
                await asyncio.sleep(1)
                if first == SIT:
                    answer = await link.receive()
                    while not isinstance(answer, Lobby):
                        answer = await link.receive()
                    assert read_message(answer.body) == Refused("started")
                assert len(parlour.host.told(WatcherCame)) == (first == WATCH)
                link.close()

            await table_beside(parlour, before, during)

    run(main)


def test_whatever_key_the_order_hears_of_it_never_raises() -> None:
    async def main() -> None:
        async with Parlour() as parlour:

            async def before() -> None:
                pass

            async def during(table_id: bytes) -> None:
                node = parlour.host.place.table.node  # type: ignore[union-attr]
                for message in ORDER:
                    node.on_message(stranger(1), message)
                node.on_up(stranger(1))
                node.on_down(stranger(1), Loss.ENDED)

            await table_beside(parlour, before, during)

    run(main)


def test_a_crowd_at_the_door_is_gone_within_its_patience() -> None:
    async def main() -> None:
        async with Parlour() as parlour:
            links: list[Link] = []

            async def before() -> None:
                for number in range(2 * limbo.LIMIT):
                    links.append(await come(parlour, number % 50))
                await asyncio.sleep(0.1)
                assert sum(not link.closed for link in links) <= limbo.LIMIT
                await asyncio.sleep(limbo.PATIENCE + 1)
                assert all(link.closed for link in links)

            async def during(table_id: bytes) -> None:
                pass

            await table_beside(parlour, before, during)

    run(main)
