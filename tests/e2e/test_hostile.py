"""A process that does its worst to a table on loopback, beside matches that nobody attacks."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from statistics import median
from subprocess import PIPE

import pytest

from unonet.game.events import CardUp, Drew, Kept, Played
from unonet.game.ruleset import Ruleset
from unonet.ledger.identity import Identity
from unonet.net.tcp import TcpTransport
from unonet.node.chair import bot_player
from unonet.node.events import MoveSent
from unonet.node.place import Place
from unonet.table.lobby import Applicant, Proposal
from unonet.table.lobby_messages import Address
from unonet.table.terms import TermsSeat

LOBBY = bytes(range(16))
RULES = Ruleset.parse("classic", {"target": "500"})
MATCHES = 2
SLOWER = 3.0
GROWTH = 50 * 1024 * 1024
LANDED = {"garbage": 10, "held": 6, "handshakes": 12, "let_in": 2, "rounds": 50, "chunks": 50}
"""What must have got through at the very least, so that an attack was one."""


class Moves:
    """How many turns a second there were, and how much of this processor each of them took.

    Only while a match is played: what people and lobbies wait for between two is not slow. Bots
    move as soon as they may, so a turn lasts as long as its move takes to become final.
    """

    def __init__(self) -> None:
        self.latencies: list[float] = []
        self._turns: list[float] = []
        self._worked: list[float] = []
        self._sent: float | None = None

    @property
    def turns_per_second(self) -> float:
        return len(self._turns) / (self._turns[-1] - self._turns[0])

    @property
    def work_per_turn(self) -> float:
        """Seconds of this process, whatever else the machine has to do."""
        return (self._worked[-1] - self._worked[0]) / len(self._worked)

    def _turn(self, now: float) -> None:
        self._turns.append(now)
        self._worked.append(time.process_time())

    def watch(self, event: object) -> None:
        now = asyncio.get_running_loop().time()
        match event:
            case MoveSent():
                self._sent = now
            case CardUp():
                self._turn(now)
            case Played() | Drew() | Kept():
                self._turn(now)
                if self._sent is not None:
                    self.latencies.append(now - self._sent)
                    self._sent = None
            case _:
                pass


class Company:
    """Two bots that play match after match; the host's moves are told to ``moves``."""

    def __init__(self) -> None:
        self.moves = Moves()
        self._places: list[Place] = []

    async def __aenter__(self) -> Company:
        for seat in (0, 1):
            identity = Identity.from_seed(bytes([seat + 1]) * 32)
            transport = TcpTransport(identity, LOBBY)
            self._places.append(
                Place(transport, identity, watch=self._told if seat == 0 else _deaf)
            )
        [(host, port)] = await self._places[0].listen(["127.0.0.1"])
        self.address = Address(host, port)
        await self._places[1].reach(self.address)
        return self

    async def __aexit__(self, *exc: object) -> None:
        for place in self._places:
            await place.close()

    async def play(self) -> Moves:
        """One match."""
        self.moves = Moves()
        await asyncio.gather(*(self._match(seat, one) for seat, one in enumerate(self._places)))
        return self.moves

    async def _match(self, seat: int, place: Place) -> None:
        own = self._applicant(place)
        if seat == 0:
            genesis = await place.host(Proposal(LOBBY, 2, RULES), own)
        else:
            genesis = await place.join(own)
        assert genesis is not None
        report = await place.play(genesis, None, bot_player("greedy", seed=seat))
        assert report.result == "finished"

    def _applicant(self, place: Place) -> Applicant:
        seat = TermsSeat(place.identity.key, "P", "greedy", None, None, os.urandom(32))
        return Applicant(seat, (self.address,))

    def _told(self, event: object) -> None:
        self.moves.watch(event)


def _deaf(event: object) -> None:
    """The guest's moves are not timed."""


@asynccontextmanager
async def attack(address: Address, landed: Counter[str]) -> AsyncIterator[None]:
    """From when the attacker has its first link; what got through is added to ``landed``."""
    script = Path(__file__).with_name("hostile.py")
    arguments = [sys.executable, str(script), address.host, str(address.port)]
    with subprocess.Popen(arguments, stdin=PIPE, stdout=PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert await asyncio.to_thread(process.stdout.readline) == "here\n"
            yield
            said, _ = await asyncio.to_thread(process.communicate, timeout=20)
            landed.update(json.loads(said))
        finally:
            process.kill()


@contextmanager
def busy() -> Iterator[None]:
    """A process that works as hard as the attacker and harms nobody: what the attack costs is not
    what it costs to share a machine with it."""
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as process:
        try:
            yield
        finally:
            process.kill()


def resident() -> int:
    """The most bytes that this process ever had in memory."""
    return 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def test_a_hostile_process_neither_slows_the_moves_nor_fills_the_memory(
    capfd: pytest.CaptureFixture[str],
) -> None:
    calm: list[Moves] = []
    attacked: list[Moves] = []
    landed: Counter[str] = Counter()
    sizes: list[int] = []

    async def main() -> None:
        async with asyncio.timeout(300), Company() as company:
            await company.play()
            sizes.append(resident())
            for _ in range(MATCHES):
                with busy():
                    calm.append(await company.play())
                async with attack(company.address, landed):
                    attacked.append(await company.play())
                sizes.append(resident())

    asyncio.run(main())
    assert "Traceback" not in capfd.readouterr().err
    latency, worse = (median(t for m in one for t in m.latencies) for one in (calm, attacked))
    rate, slower = (median(m.turns_per_second for m in one) for one in (calm, attacked))
    work, harder = (median(m.work_per_turn for m in one) for one in (calm, attacked))
    grown = sizes[-1] - sizes[0]
    print(
        f"{rate:.0f} turns a second in peace and {slower:.0f} under attack, {work * 1000:.2f} and"
        f" {harder * 1000:.2f} ms of work each; the median move took {latency * 1000:.2f} and"
        f" {worse * 1000:.2f} ms; {grown / 2**20:.1f} MiB more; {dict(landed)}"
    )
    assert not {name: landed[name] for name, least in LANDED.items() if landed[name] < least}
    assert slower > rate / SLOWER
    assert harder < SLOWER * work
    assert grown < GROWTH
