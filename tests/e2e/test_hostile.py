"""A process that does its worst to a table on loopback, beside moves that nobody attacks."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from unonet.game.events import Drew, Kept, Played
from unonet.game.ruleset import Ruleset
from unonet.ledger.identity import Identity
from unonet.net.tcp import TcpTransport
from unonet.node.chair import bot_player
from unonet.node.events import MoveSent
from unonet.node.place import Place
from unonet.node.report import Report
from unonet.table.lobby import Applicant, Proposal
from unonet.table.lobby_messages import Address
from unonet.table.terms import TermsSeat

LOBBY = bytes(range(16))
PHASE_SECONDS = 2.0
PHASES = 3
SLOWER = 3.0
GROWTH = 50 * 1024 * 1024

HOSTILE = textwrap.dedent("""
    import asyncio, os, secrets, sys, time
    from unonet.ledger.identity import Identity
    from unonet.net.tcp import TcpTransport
    from unonet.order.messages import AckMessage, Chunk
    from unonet.table.lobby_messages import Watch, write_message
    from unonet.wire.messages import Chat, Lobby, Ping, encode

    HOST, PORT, END = sys.argv[1], int(sys.argv[2]), time.monotonic() + float(sys.argv[3])
    MAXIMAL = [encode(Lobby(secrets.token_bytes(250_000))), encode(Chat("x" * 512)),
               encode(AckMessage(bytes(256), bytes(64))), encode(Ping(1))]

    async def garbage():
        while time.monotonic() < END:
            try:
                _, writer = await asyncio.open_connection(HOST, PORT)
                writer.write(secrets.token_bytes(60_000))
                await writer.drain()
                writer.close()
            except OSError:
                await asyncio.sleep(0.01)

    async def hold():
        held = []
        while time.monotonic() < END:
            try:
                pair = await asyncio.open_connection(HOST, PORT)
                pair[1].write(b"\\x00\\x00")
                held = [*held[-400:], pair]
            except OSError:
                await asyncio.sleep(0.01)

    async def flood(first):
        while time.monotonic() < END:
            transport = TcpTransport(Identity.from_seed(os.urandom(32)), None)
            try:
                link = await transport.dial((HOST, PORT))
                for body in first:
                    link.send_encoded(body)
                while not link.closed and time.monotonic() < END:
                    for body in MAXIMAL:
                        link.send_encoded(body)
                    await asyncio.sleep(0)
            except Exception:
                await asyncio.sleep(0.01)
            await transport.close()

    async def main():
        watch = [encode(Lobby(write_message(Watch("Eve"))))]
        everything = [garbage(), hold(), flood([]), flood([]), flood(watch), flood(watch)]
        await asyncio.gather(*everything)

    asyncio.run(main())
""")


class Moves:
    """How long the host's own moves took to become final, and whether anybody attacked then."""

    def __init__(self) -> None:
        self._attacked = False
        self._times: dict[bool, list[float]] = {False: [], True: []}
        self._sent: float | None = None

    def watch(self, event: object) -> None:
        now = asyncio.get_running_loop().time()
        if isinstance(event, MoveSent):
            self._sent = now
        elif isinstance(event, Played | Drew | Kept) and self._sent is not None:
            self._times[self._attacked].append(now - self._sent)
            self._sent = None

    def turn(self, *, attacked: bool) -> None:
        self._attacked, self._sent = attacked, None

    def of(self, *, attacked: bool) -> list[float]:
        return self._times[attacked]


async def play(places: Sequence[Place], address: Address) -> list[list[Report]]:
    """Match after match at one table of bots, for ever."""

    def applicant(place: Place) -> Applicant:
        seat = TermsSeat(place.identity.key, "P", None, None, None, os.urandom(32))
        return Applicant(seat, (address,))

    async def host(place: Place) -> list[Report]:
        while True:
            rules = Ruleset.parse("classic", {"target": "500"})
            genesis = await place.host(Proposal(LOBBY, len(places), rules), applicant(place))
            assert genesis is not None
            await place.play(genesis, None, bot_player("greedy", seed=1))

    async def guest(place: Place, number: int) -> list[Report]:
        await place.reach(address)
        while True:
            genesis = await place.join(applicant(place))
            assert genesis is not None
            await place.play(genesis, None, bot_player("greedy", seed=number))

    games = [host(places[0]), *(guest(one, n) for n, one in enumerate(places[1:], 2))]
    return await asyncio.gather(*games)


def resident() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


async def attack_in_phases(moves: Moves, address: Address) -> None:
    for _ in range(PHASES):
        moves.turn(attacked=False)
        await asyncio.sleep(PHASE_SECONDS)
        arguments = [address.host, str(address.port), str(PHASE_SECONDS + 0.5)]
        hostile = subprocess.Popen([sys.executable, "-c", HOSTILE, *arguments])
        try:
            # Until its modules are there.
            await asyncio.sleep(0.5)
            moves.turn(attacked=True)
            await asyncio.sleep(PHASE_SECONDS)
        finally:
            moves.turn(attacked=False)
            hostile.kill()
            hostile.wait()


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="no /proc here")
def test_a_hostile_process_neither_slows_the_moves_nor_fills_the_memory(
    capfd: pytest.CaptureFixture[str],
) -> None:
    async def main() -> tuple[Moves, int]:
        moves = Moves()
        places: list[Place] = []
        for seat in range(2):
            identity = Identity.from_seed(bytes([seat + 1]) * 32)
            watch: Any = moves.watch if seat == 0 else lambda event: None
            places.append(Place(TcpTransport(identity, LOBBY), identity, watch=watch))
        (address,) = await places[0].listen(["127.0.0.1"])
        game = asyncio.ensure_future(play(places, Address(*address)))
        try:
            await asyncio.sleep(1)
            before = resident()
            attack = asyncio.ensure_future(attack_in_phases(moves, Address(*address)))
            await asyncio.wait((attack, game), return_when=asyncio.FIRST_COMPLETED)
            assert not game.done(), game.exception()
            await attack
            return moves, resident() - before
        finally:
            game.cancel()
            await asyncio.gather(game, return_exceptions=True)
            for place in places:
                await place.close()

    moves, grown = asyncio.run(main())
    assert "Traceback" not in capfd.readouterr().err
    calm, attacked = moves.of(attacked=False), moves.of(attacked=True)
    print(
        f"{len(calm)} moves of {median(calm):.4f} s in peace, {len(attacked)} of"
        f" {median(attacked):.4f} s under attack, {grown / 2**20:.1f} MiB more;"
        f" the slowest {max(calm):.4f} and {max(attacked):.4f} s"
    )
    assert min(len(calm), len(attacked)) > 20
    assert median(attacked) < SLOWER * median(calm)
    assert grown < GROWTH
