"""Questions and answers over real sockets on loopback, at a port of this test's own."""

from __future__ import annotations

import asyncio
import socket
from contextlib import ExitStack, closing

import pytest

from tests.net.tables import LOOPBACK, person, run, table
from unonet.errors import CannotReach, DecodeError
from unonet.net import beacon
from unonet.net.announcement import Announcement
from unonet.net.beacon import Answerer, Asker
from unonet.net.beacon_messages import QUESTION_SIZE, pack_answer, pack_question
from unonet.net.notice import Notice

EVERYBODY = "127.255.255.255"


@pytest.fixture(autouse=True)
def port(monkeypatch: pytest.MonkeyPatch) -> int:
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        probe.bind((LOOPBACK, 0))
        free: int = probe.getsockname()[1]
    monkeypatch.setattr(beacon, "BEACON_PORT", free)
    monkeypatch.setattr(beacon, "ASK_SECONDS", 0.2)
    return free


class Ear:
    def __init__(self) -> None:
        self.seen: list[Notice] = []
        self._news = asyncio.Event()

    def on_seen(self, notice: Notice) -> None:
        self.seen.append(notice)
        self._news.set()

    async def hears(self, *announcements: Announcement) -> None:
        while not set(announcements) <= {notice.announcement for notice in self.seen}:
            self._news.clear()
            await self._news.wait()


class Person:
    """A datagram socket without the asker's manners."""

    def __init__(self) -> None:
        self.sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        self.sock.bind((LOOPBACK, 0))
        self.sock.setblocking(False)

    def send(self, raw: bytes, where: tuple[str, int]) -> None:
        self.sock.sendto(raw, where)

    async def answers(self, seconds: float = 0.3) -> list[bytes]:
        await asyncio.sleep(seconds)
        heard = []
        while True:
            try:
                heard.append(self.sock.recv(2048))
            except BlockingIOError:
                return heard


def test_all_hosts_of_one_machine_answer_everybody_who_asks() -> None:
    async def main() -> None:
        hosts = [person() for _ in range(3)]
        tables = [table(f"table {number}", host=host) for number, host in enumerate(hosts)]
        with ExitStack() as stack:
            for number, host in enumerate(hosts):
                answerer = await Answerer.open([LOOPBACK], host)
                stack.callback(answerer.close)
                answerer.show(tables[number], 4000 + number)
            ears = [Ear(), Ear()]
            for ear in ears:
                stack.callback((await Asker.open([LOOPBACK], ear.on_seen)).close)
            await asyncio.gather(*(ear.hears(*tables) for ear in ears))
            for number, host in enumerate(hosts):
                notice = Notice(tables[number], ((LOOPBACK, 4000 + number),), host.key)
                assert all(notice in ear.seen for ear in ears)

    run(main())


def test_a_host_answers_with_what_it_shows_now_and_not_before_it_shows_anything() -> None:
    async def main() -> None:
        host, ear = person(), Ear()
        with (
            closing(await Answerer.open([LOOPBACK], host)) as answerer,
            closing(await Asker.open([LOOPBACK], ear.on_seen)),
        ):
            await asyncio.sleep(0.3)
            assert not ear.seen
            for shown in (table("first", host=host), table("second", host=host)):
                answerer.show(shown, 4000)
                await ear.hears(shown)

    run(main())


def test_a_host_shows_nothing_that_nobody_would_accept() -> None:
    async def main() -> None:
        host = person()
        with closing(await Answerer.open([LOOPBACK], host)) as answerer:
            with pytest.raises(DecodeError):
                answerer.show(table(host=host, seats=11), 4000)
            answerer.show(table(host=host), 4000)

    run(main())


def test_remembered_hosts_are_asked_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beacon, "broadcast_of", lambda address: None)

    async def main() -> None:
        host, ear, deaf = person(), Ear(), Ear()
        shown = table(host=host)
        with (
            closing(await Answerer.open([LOOPBACK], host)) as answerer,
            closing(await Asker.open([LOOPBACK], deaf.on_seen)),
            # Nobody is asked from loopback who is elsewhere.
            closing(
                await Asker.open(
                    [LOOPBACK], ear.on_seen, remembered=["203.0.113.1", "::1", LOOPBACK]
                )
            ),
        ):
            answerer.show(shown, 4000)
            await ear.hears(shown)
            assert not deaf.seen

    run(main())


def test_only_whole_questions_are_answered_and_never_with_more(port: int) -> None:
    async def main() -> None:
        host, stranger = person(), Person()
        with closing(await Answerer.open([LOOPBACK], host)) as answerer, closing(stranger.sock):
            answerer.show(table(host=host), 4000)
            question = pack_question(bytes(16))
            for raw in (question[:100], question + b"\0", b"", b"\xff" * QUESTION_SIZE):
                stranger.send(raw, (LOOPBACK, port))
            assert await stranger.answers() == []
            stranger.send(question, (EVERYBODY, port))
            (answer,) = await stranger.answers()
            assert len(answer) < len(question)

    run(main())


def test_nobody_gets_more_than_so_many_answers(port: int) -> None:
    async def main() -> None:
        host, greedy = person(), Person()
        with closing(await Answerer.open([LOOPBACK], host)) as answerer, closing(greedy.sock):
            answerer.show(table(host=host), 4000)
            for number in range(5 * beacon.ANSWERS_PER_ADDRESS):
                greedy.send(pack_question(number.to_bytes(16, "big")), (LOOPBACK, port))
            heard = await greedy.answers(0.1)
            assert beacon.ANSWERS_PER_ADDRESS <= len(heard) < 2 * beacon.ANSWERS_PER_ADDRESS

    run(main())


def test_replayed_and_made_up_answers_change_nothing(port: int) -> None:
    async def main() -> None:
        host, ear = person(), Ear()
        with closing(await Asker.open([LOOPBACK], ear.on_seen)) as asker:
            asker.ask()
            nonce = asker._nonces[-1]
            shown = table(host=host)
            answer = pack_answer(host, shown, nonce=nonce, address=(LOOPBACK, 4000))
            for raw in (answer, answer, answer[:-1], b"", bytes(600)):
                asker._heard(raw, (LOOPBACK, port))
            assert len(ear.seen) == 1
            asker.ask()
            asker.ask()
            asker._heard(answer, (LOOPBACK, port))
            assert len(ear.seen) == 1

    run(main())


def test_made_up_answers_of_one_machine_do_not_drown_those_of_others(port: int) -> None:
    async def main() -> None:
        host, ear = person(), Ear()
        with closing(await Asker.open([LOOPBACK], ear.on_seen)) as asker:
            asker.ask()
            for number in range(1000):
                asker._heard(number.to_bytes(4, "big"), ("192.168.1.66", port))
            shown = table(host=host)
            answer = pack_answer(
                host, shown, nonce=asker._nonces[-1], address=("192.168.1.7", 4000)
            )
            asker._heard(answer, ("192.168.1.7", port))
            assert [notice.announcement for notice in ear.seen] == [shown]

    run(main())


def test_a_taken_port_or_a_foreign_address_is_a_clear_error(port: int) -> None:
    async def main() -> None:
        with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as other:
            other.bind((LOOPBACK, port))
            with pytest.raises(CannotReach, match=f"{LOOPBACK}:{port}"):
                await Answerer.open([LOOPBACK], person())
        with pytest.raises(CannotReach):
            await Asker.open(["203.0.113.1"], Ear().on_seen)

    run(main())
