import asyncio
import time
from collections import Counter

import pytest

from unonet.errors import CannotReach, DecodeError, HandshakeFailed
from unonet.net.fake import FakeNetwork, Faults, run_virtual
from unonet.net.transport import Link
from unonet.wire.messages import Chat, Message, Ping

TOPIC = b"t" * 16
ONE, OTHER = b"1" * 32, b"2" * 32


async def linked(network: FakeNetwork) -> tuple[Link, Link]:
    far: list[Link] = []
    address = await network.transport(OTHER, TOPIC).listen(far.append, ("other", 0))
    return await network.transport(ONE, TOPIC).dial(address), far[0]


def tokens_received(faults: Faults, *, seed: int = 7, count: int = 400) -> list[int]:
    async def main() -> list[int]:
        near, far = await linked(FakeNetwork(seed=seed, faults=faults))
        received: list[Message] = []
        far.on_message = received.append
        for token in range(count):
            near.send(Ping(token))
            await asyncio.sleep(0.001)
        await asyncio.sleep(10)
        return [message.token for message in received if isinstance(message, Ping)]

    return run_virtual(main())


def test_without_faults_everything_arrives_once_and_in_order() -> None:
    assert tokens_received(Faults()) == list(range(400))


def test_delay_alone_never_reorders() -> None:
    assert tokens_received(Faults(delay=(0.0, 0.5))) == list(range(400))


def test_loss_duplication_and_reordering_do_what_they_say() -> None:
    lost = tokens_received(Faults(loss=0.3))
    assert sorted(set(lost)) == lost and 240 < len(lost) < 320
    doubled = Counter(tokens_received(Faults(duplication=0.3)))
    assert set(doubled.values()) == {1, 2} and len(doubled) == 400
    mixed = tokens_received(Faults(delay=(0.001, 0.1), reordering=0.3))
    assert sorted(mixed) == list(range(400)) != mixed


def test_one_seed_is_one_history() -> None:
    faults = Faults(delay=(0.0, 0.1), loss=0.2, duplication=0.2, reordering=0.2)
    assert tokens_received(faults, seed=1) == tokens_received(faults, seed=1)
    assert tokens_received(faults, seed=1) != tokens_received(faults, seed=2)


def test_a_cut_works_one_way() -> None:
    async def main() -> None:
        network = FakeNetwork()
        near, far = await linked(network)
        network.cut(ONE, OTHER)
        near.send(Chat("lost"))
        far.send(Chat("heard"))
        assert await near.receive() == Chat("heard")
        network.heal()
        near.send(Chat("again"))
        assert await far.receive() == Chat("again")

    run_virtual(main())


def test_dialling_over_a_cut_takes_three_seconds_to_fail() -> None:
    async def main() -> None:
        network = FakeNetwork()
        address = await network.transport(OTHER, TOPIC).listen(lambda _: None, ("other", 0))
        network.cut(OTHER, ONE)
        start = asyncio.get_running_loop().time()
        with pytest.raises(CannotReach):
            await network.transport(ONE, TOPIC).dial(address)
        assert 3 <= asyncio.get_running_loop().time() - start < 3.1

    run_virtual(main())


@pytest.mark.parametrize(
    ("topic", "expect_key", "error"),
    [(TOPIC, ONE, HandshakeFailed), (b"u" * 16, None, HandshakeFailed)],
)
def test_another_key_or_table_is_refused(
    topic: bytes, expect_key: bytes | None, error: type[Exception]
) -> None:
    async def main() -> None:
        network = FakeNetwork()
        address = await network.transport(OTHER, TOPIC).listen(lambda _: None, ("other", 0))
        with pytest.raises(error):
            await network.transport(ONE, topic).dial(address, expect_key)

    run_virtual(main())


def test_nobody_listens() -> None:
    async def main() -> None:
        network = FakeNetwork()
        with pytest.raises(CannotReach):
            await network.transport(ONE, TOPIC).dial(("nowhere", 1))

    run_virtual(main())


def test_a_topic_is_learned_by_dialling() -> None:
    async def main() -> None:
        network = FakeNetwork()
        address = await network.transport(OTHER, TOPIC).listen(lambda _: None, ("other", 0))
        assert (await network.transport(ONE).dial(address)).topic == TOPIC

    run_virtual(main())


def test_what_was_sent_before_a_close_arrives_before_the_end() -> None:
    async def main() -> None:
        near, far = await linked(FakeNetwork(faults=Faults(delay=(0.0, 0.3))))
        for token in range(5):
            near.send(Ping(token))
        near.close()
        assert [await far.receive() for _ in range(6)] == [*map(Ping, range(5)), None]

    run_virtual(main())


def test_a_reset_loses_what_is_on_its_way() -> None:
    async def main() -> None:
        network = FakeNetwork()
        near, far = await linked(network)
        near.send(Chat("lost"))
        network.break_links(ONE, OTHER)
        assert await far.receive() is None
        assert isinstance(far.error, CannotReach)

    run_virtual(main())


def test_only_bytes_travel_and_hostile_ones_close_the_link() -> None:
    async def main() -> None:
        near, far = await linked(FakeNetwork())
        near.send(message := Chat("x"))
        received = await far.receive()
        assert received == message and received is not message
        near.send_encoded(b"\xffgarbage")
        assert await far.receive() is None
        assert isinstance(far.error, DecodeError)
        assert await near.receive() is None

    run_virtual(main())


def test_setting_on_message_hands_over_what_waited() -> None:
    async def main() -> None:
        near, far = await linked(FakeNetwork())
        near.send(Ping(1))
        near.send(Ping(2))
        await asyncio.sleep(1)
        received: list[Message] = []
        far.on_message = received.append
        assert received == [Ping(1), Ping(2)]

    run_virtual(main())


def test_an_error_of_the_receiver_about_a_message_closes_the_link() -> None:
    async def main() -> None:
        near, far = await linked(FakeNetwork())
        ends: list[str] = []
        far.on_close = lambda: ends.append("far")
        near.on_close = lambda: ends.append("near")

        def refuse(message: Message) -> None:
            raise DecodeError("no such seat", "lobby.seat")

        far.on_message = refuse
        near.send(Ping(1))
        near.send(Ping(2))
        await asyncio.sleep(1)
        assert ends == ["far", "near"]
        assert isinstance(far.error, DecodeError) and far.error.path == "lobby.seat"

    run_virtual(main())


def test_virtual_time_costs_no_real_time() -> None:
    async def main() -> float:
        await asyncio.gather(*(asyncio.sleep(3600 * hours) for hours in range(24)))
        return asyncio.get_running_loop().time()

    start = time.monotonic()
    assert run_virtual(main()) >= 3600 * 23
    assert time.monotonic() - start < 3600


def test_a_deadlock_is_an_error_and_not_a_hang() -> None:
    async def main() -> None:
        await asyncio.Event().wait()

    with pytest.raises(RuntimeError, match="no timer"):
        run_virtual(main())
