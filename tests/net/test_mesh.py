import asyncio
from itertools import pairwise

import pytest

from unonet.errors import CannotReach, DecodeError, RemoteProtocolError
from unonet.ledger.identity import Identity
from unonet.net import mesh
from unonet.net.fake import FakeNetwork, FakeTransport, Faults, run_virtual
from unonet.net.loss import Loss, loss_of
from unonet.net.mesh import Mesh
from unonet.net.tcp import TcpTransport
from unonet.net.transport import Address, Link
from unonet.wire.messages import Chat, Message

TOPIC = b"t" * 16
LOW, MIDDLE, HIGH = (bytes([n]) * 32 for n in (1, 2, 3))


class Peer:
    """A mesh on a fake network that writes down everything it is told."""

    def __init__(self, network: FakeNetwork, key: bytes) -> None:
        self.key = key
        self.transport = network.transport(key, TOPIC)
        self.news: list[tuple[str, bytes]] = []
        self.losses: list[Loss] = []
        self.heard: list[tuple[bytes, Message]] = []
        self.strangers: list[Link] = []
        self.mesh = Mesh(
            self.transport,
            on_message=lambda key, message: self.heard.append((key, message)),
            on_up=lambda key: self.news.append(("up", key)),
            on_down=self._lost,
            on_stranger=self.strangers.append,
        )
        self.address: Address

    def _lost(self, key: bytes, why: Loss) -> None:
        self.news.append(("down", key))
        self.losses.append(why)

    def ups(self, key: bytes) -> int:
        return self.news.count(("up", key))

    async def listen(self) -> "Peer":
        self.address = await self.mesh.listen((self.key.hex()[:2], 0))
        return self


async def peers(network: FakeNetwork, *keys: bytes) -> list[Peer]:
    made = [await Peer(network, key).listen() for key in keys]
    for one in made:
        for other in made:
            if one is not other:
                one.mesh.expect(other.key, other.address)
    return made


def links_of(network: FakeNetwork) -> int:
    return len(network._links) // 2


def test_a_full_mesh_has_one_link_per_pair_dialled_by_the_lower_key() -> None:
    async def main() -> None:
        network = FakeNetwork(seed=1)
        made = await peers(network, MIDDLE, HIGH, LOW)
        await asyncio.sleep(1)
        assert links_of(network) == 3
        assert all(link.dialled is (link.owner < link.peer_key) for link in network._links)
        assert all(len(peer.mesh.up) == 2 for peer in made)

    run_virtual(main())


def test_messages_arrive_with_the_key_of_their_sender() -> None:
    async def main() -> None:
        low, middle, high = await peers(FakeNetwork(), LOW, MIDDLE, HIGH)
        await asyncio.sleep(1)
        low.mesh.broadcast(Chat("all"))
        high.mesh.send(MIDDLE, Chat("one"))
        await asyncio.sleep(1)
        assert middle.heard == [(LOW, Chat("all")), (HIGH, Chat("one"))]
        assert high.heard == [(LOW, Chat("all"))]

    run_virtual(main())


def test_a_broken_link_goes_down_once_and_comes_back() -> None:
    async def main() -> None:
        network = FakeNetwork()
        low, high = await peers(network, LOW, HIGH)
        await asyncio.sleep(1)
        network.break_links()
        await asyncio.sleep(1)
        expected = ["up", "down", "up"]
        assert [news for news, _ in low.news] == expected
        assert [news for news, _ in high.news] == expected
        assert links_of(network) == 1

    run_virtual(main())


def test_silence_means_death_and_healing_brings_the_link_back() -> None:
    async def main() -> None:
        network = FakeNetwork()
        low, high = await peers(network, LOW, HIGH)
        await asyncio.sleep(1)
        network.cut(HIGH, LOW)
        await asyncio.sleep(3.5)
        assert low.mesh.up == {HIGH}
        await asyncio.sleep(2)
        assert low.mesh.up == frozenset()
        network.heal()
        await asyncio.sleep(5)
        assert low.mesh.up == {HIGH} and high.mesh.up == {LOW}

    run_virtual(main())


def test_pings_keep_an_idle_link_for_an_hour() -> None:
    async def main() -> None:
        low, high = await peers(FakeNetwork(seed=3, faults=Faults(loss=0.1)), LOW, HIGH)
        await asyncio.sleep(3600)
        assert low.ups(HIGH) == high.ups(LOW) == 1

    run_virtual(main())


def test_redialling_backs_off_to_one_second_and_no_further() -> None:
    async def main() -> None:
        network = FakeNetwork()
        low = await Peer(network, LOW).listen()
        loop = asyncio.get_running_loop()
        dials: list[float] = []
        dial = low.transport.dial

        async def counted(address: Address, expect_key: bytes | None = None) -> Link:
            dials.append(loop.time())
            return await dial(address, expect_key)

        low.transport.dial = counted  # type: ignore[method-assign]
        low.mesh.expect(HIGH, ("03", 99))
        await asyncio.sleep(10)
        pauses = [round(after - before, 2) for before, after in pairwise(dials)]
        assert pauses[:4] == [0.1, 0.2, 0.4, 0.8]
        assert set(pauses[4:]) == {1.0}
        await low.mesh.close()

    run_virtual(main())


def test_the_higher_key_dials_when_the_lower_one_cannot() -> None:
    async def main() -> None:
        network = FakeNetwork()
        low, high = await Peer(network, LOW).listen(), await Peer(network, HIGH).listen()
        low.mesh.expect(HIGH)
        high.mesh.expect(LOW, low.address)
        await asyncio.sleep(1.9)
        assert not low.mesh.up
        await asyncio.sleep(0.2)
        assert low.mesh.up == {HIGH} and high.mesh.up == {LOW}

    run_virtual(main())


def test_of_two_links_the_one_of_the_lower_key_stays() -> None:
    async def main() -> None:
        for first_dialler in (LOW, HIGH):
            network = FakeNetwork()
            low, high = await Peer(network, LOW).listen(), await Peer(network, HIGH).listen()
            for peer, other in ((low, high), (high, low)):
                peer.mesh.expect(other.key)
            order = [(low, high), (high, low)]
            for dialler, listener in order if first_dialler == LOW else reversed(order):
                dialler.mesh.adopt(await dialler.transport.dial(listener.address))
                await asyncio.sleep(0.1)
            await asyncio.sleep(1)
            assert links_of(network) == 1
            assert all(link.dialled is (link.owner == LOW) for link in network._links)
            assert low.news[-1] == ("up", HIGH) and high.news[-1] == ("up", LOW)

    run_virtual(main())


def test_simultaneous_dials_leave_one_link() -> None:
    async def main() -> None:
        for seed in range(20):
            network = FakeNetwork(seed=seed, faults=Faults(delay=(0.001, 0.2)))
            low, high = await Peer(network, LOW).listen(), await Peer(network, HIGH).listen()
            low.mesh.expect(HIGH, high.address)
            high.mesh.expect(LOW, low.address)

            async def by_hand(dialler: Peer, listener: Peer) -> None:
                dialler.mesh.adopt(await dialler.transport.dial(listener.address))

            await asyncio.gather(by_hand(low, high), by_hand(high, low))
            await asyncio.sleep(5)
            assert links_of(network) == 1
            assert low.mesh.up == {HIGH} and high.mesh.up == {LOW}

    run_virtual(main())


def test_a_stranger_is_not_in_the_mesh_until_it_is_adopted() -> None:
    async def main() -> None:
        network = FakeNetwork()
        low, high = await Peer(network, LOW).listen(), await Peer(network, HIGH).listen()
        link = await high.transport.dial(low.address)
        link.send(Chat("may I?"))
        await asyncio.sleep(1)
        assert not low.mesh.up and not low.heard
        low.mesh.adopt(low.strangers[0])
        assert low.news == [("up", HIGH)]
        assert low.heard == [(HIGH, Chat("may I?"))]

    run_virtual(main())


def test_strangers_are_turned_away_when_nobody_asks_for_them() -> None:
    async def main() -> None:
        network = FakeNetwork()
        transport = network.transport(LOW, TOPIC)
        mesh = Mesh(
            transport, on_message=lambda *_: None, on_up=lambda _: None, on_down=lambda *_: None
        )
        address = await mesh.listen(("low", 0))
        link = await network.transport(HIGH, TOPIC).dial(address)
        assert await link.receive() is None

    run_virtual(main())


def test_a_forgotten_peer_goes_down_and_stays_away() -> None:
    async def main() -> None:
        network = FakeNetwork()
        low, _ = await peers(network, LOW, HIGH)
        await asyncio.sleep(1)
        low.mesh.forget(HIGH)
        await asyncio.sleep(10)
        assert low.news == [("up", HIGH), ("down", HIGH)]
        assert {link.peer_key for link in low.strangers} == {HIGH}

    run_virtual(main())


def test_nothing_is_left_after_close() -> None:
    async def main() -> None:
        network = FakeNetwork()
        made = await peers(network, LOW, MIDDLE, HIGH)
        await asyncio.sleep(1)
        before = [list(peer.news) for peer in made]
        for peer in made:
            await peer.mesh.close()
        await asyncio.sleep(5)
        assert before[0] == made[0].news
        assert links_of(network) == 0
        assert asyncio.all_tasks() == {asyncio.current_task()}

    run_virtual(main())


def test_a_stranger_in_place_of_the_peer_is_dialled_again() -> None:
    """Whoever answers with nonsense must not stop the dialling: the peer may come back."""

    async def scenario() -> None:
        calls = 0

        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            nonlocal calls
            calls += 1
            writer.write(bytes.fromhex("01ffffffff"))
            await writer.drain()
            writer.close()

        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        low, high = sorted(
            (Identity.from_seed(bytes([n]) * 32) for n in (1, 2)), key=lambda i: i.key
        )
        mesh = Mesh(
            TcpTransport(low, bytes(16)),
            on_message=lambda key, message: None,
            on_up=lambda key: None,
            on_down=lambda *_: None,
        )
        mesh.expect(high.key, server.sockets[0].getsockname()[:2])
        try:
            async with asyncio.timeout(10):
                while calls < 2:
                    await asyncio.sleep(0.05)
        finally:
            await mesh.close()
            server.close()

    asyncio.run(scenario())


def test_a_peer_is_dialled_at_each_of_its_addresses_in_turn() -> None:
    async def main() -> None:
        network = FakeNetwork(seed=1)
        low, high = Peer(network, LOW), await Peer(network, HIGH).listen()
        low.mesh.expect(HIGH, ("nobody", 1), ("nowhere", 2), high.address)
        high.mesh.expect(LOW)
        await asyncio.sleep(1)
        assert low.mesh.up == {HIGH}

    run_virtual(main())


def test_who_is_alone_in_dialling_does_not_wait_for_the_other_end() -> None:
    async def main() -> None:
        network = FakeNetwork(seed=1)
        high, low = Peer(network, HIGH), await Peer(network, LOW).listen()
        low.mesh.expect(HIGH)
        high.mesh.expect(LOW, low.address, alone=True)
        await asyncio.sleep(0.1)
        assert high.mesh.up == {LOW}

    run_virtual(main())


def test_expected_are_those_with_a_link_and_without() -> None:
    async def main() -> None:
        network = FakeNetwork(seed=1)
        low, _ = await peers(network, LOW, HIGH)
        low.mesh.expect(MIDDLE)
        await asyncio.sleep(1)
        assert low.mesh.expected == {HIGH, MIDDLE}
        low.mesh.forget(HIGH)
        assert low.mesh.expected == {MIDDLE}

    run_virtual(main())


def counting_dials(peer: Peer) -> list[tuple[float, Address]]:
    dials: list[tuple[float, Address]] = []
    loop = asyncio.get_running_loop()
    dial = peer.transport.dial

    async def counted(address: Address, expect_key: bytes | None = None) -> Link:
        dials.append((loop.time(), address))
        return await dial(address, expect_key)

    peer.transport.dial = counted  # type: ignore[method-assign]
    return dials


def test_a_peer_that_hangs_up_at_once_is_dialled_about_once_a_second() -> None:
    async def main() -> None:
        network = FakeNetwork()
        low = await Peer(network, LOW).listen()
        dials = counting_dials(low)
        rude = network.transport(HIGH, TOPIC)
        address = await rude.listen(lambda link: link.close(), ("rude", 0))
        low.mesh.expect(HIGH, address)
        await asyncio.sleep(60)
        assert 50 <= len(dials) <= 65
        await low.mesh.close()

    run_virtual(main())


def test_a_peer_that_breaks_the_protocol_is_left_alone_for_a_while_from_both_ends() -> None:
    async def main() -> None:
        network = FakeNetwork()
        low = await Peer(network, LOW).listen()
        dials = counting_dials(low)
        rude = network.transport(HIGH, TOPIC)
        address = await rude.listen(lambda link: link.send_encoded(b"\xff"), ("rude", 0))
        low.mesh.expect(HIGH, address)
        await asyncio.sleep(57)
        assert 8 <= len(dials) <= 13
        ups = low.ups(HIGH)
        for _ in range(20):
            link = await rude.dial(low.address)
            await asyncio.sleep(0.01)
            assert link.closed
        assert low.ups(HIGH) == ups
        await low.mesh.close()

    run_virtual(main())


def test_many_addresses_of_many_peers_do_not_make_us_search_a_network() -> None:
    async def main() -> None:
        low = await Peer(FakeNetwork(), LOW).listen()
        dials = counting_dials(low)
        for number in range(2, 12):
            low.mesh.expect(bytes([number]) * 32, *[(f"10.0.0.{n}", number) for n in range(8)])
        await asyncio.sleep(60)
        limit = mesh.DIALS_AT_ONCE + 60 * mesh.DIALS_PER_SECOND
        assert limit / 2 < len(dials) <= limit + 1
        await low.mesh.close()

    run_virtual(main())


def test_expecting_a_peer_again_does_not_dial_it_sooner() -> None:
    async def main() -> None:
        low = await Peer(FakeNetwork(), LOW).listen()
        dials = counting_dials(low)
        for _ in range(100):
            low.mesh.expect(HIGH, ("03", 99))
            await asyncio.sleep(0.1)
        assert len(dials) < 16
        await low.mesh.close()

    run_virtual(main())


def test_the_transport_knows_where_peers_of_the_table_are(monkeypatch: pytest.MonkeyPatch) -> None:
    known: list[frozenset[str]] = []
    monkeypatch.setattr(FakeTransport, "know", lambda self, hosts: known.append(frozenset(hosts)))

    async def main() -> None:
        network = FakeNetwork()
        peer = Peer(network, LOW)
        peer.mesh.expect(MIDDLE, ("10.0.0.2", 1), ("10.0.1.2", 1))
        other = await Peer(network, HIGH).listen()
        peer.mesh.adopt(await peer.transport.dial(other.address))
        seen = {peer.mesh._live[HIGH].link.address[0]}
        assert known[-1] == {"10.0.0.2", "10.0.1.2"} | seen
        # Whoever has lost its link is still at the table, until it is forgotten.
        peer.mesh.expect(HIGH)
        peer.mesh.drop(HIGH)
        assert known[-1] == {"10.0.0.2", "10.0.1.2"} | seen
        peer.mesh.forget(MIDDLE)
        assert known[-1] == seen
        await peer.mesh.close()
        assert known[-1] == set()

    run_virtual(main())


def test_whoever_is_left_hears_why_the_link_is_gone() -> None:
    async def main() -> None:
        network = FakeNetwork()
        low, high = await peers(network, LOW, HIGH)
        await asyncio.sleep(1)
        network.break_links()
        await asyncio.sleep(1)
        network.cut(LOW, HIGH)
        network.cut(HIGH, LOW)
        await asyncio.sleep(10)
        network.heal()
        await asyncio.sleep(5)
        low.mesh.drop(HIGH)
        await asyncio.sleep(10)
        await low.mesh.close()
        await asyncio.sleep(1)
        assert low.losses == [Loss.BROKEN, Loss.SILENT, Loss.BREACH]
        # Whoever has broken the protocol tries again in vain for a while.
        assert high.losses[:3] == [Loss.BROKEN, Loss.SILENT, Loss.ENDED]
        assert set(high.losses[3:-1]) == {Loss.ENDED} and high.losses[-1] == Loss.GONE

    run_virtual(main())


@pytest.mark.parametrize(
    ("error", "said_bye", "why"),
    [
        (None, False, Loss.ENDED),
        (None, True, Loss.GONE),
        (CannotReach("reset"), False, Loss.BROKEN),
        (CannotReach("reset"), True, Loss.GONE),
        (RemoteProtocolError("lie"), True, Loss.BREACH),
        (DecodeError("noise", "message"), False, Loss.BREACH),
    ],
)
def test_what_the_end_of_a_link_means(error: Exception | None, said_bye: bool, why: Loss) -> None:
    assert loss_of(error, said_bye=said_bye) is why
