"""A move applied on ALL seats: n processes on loopback, each a real node, against the bare mesh.

Every seat is what it is at a table: its own links, replica, fold, bot, and log and journal on disk
with fdatasync; only lobby and discovery are left out, the addresses are handed over. A move counts
from just before its author, who is not the leader, signs it until the LAST of the n seats has
applied it, by the machine's one monotonic clock. As in the floor, a bot moves 2 ms after its node
last heard anything, so that no move waits for another. Runs of both take turns, so that a busy
machine does not favour one of them.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import monotonic
from typing import Final

from tests.bench import mesh_floor
from tests.bench.figures import Figure, milliseconds
from tests.bench.processes import SECONDS, together
from unonet.bots import BOTS
from unonet.game.ruleset import Ruleset
from unonet.ledger.entry import Move
from unonet.ledger.identity import Identity
from unonet.ledger.kinds import Kind
from unonet.net.mesh import Mesh
from unonet.net.tcp import TcpTransport
from unonet.net.transport import Address
from unonet.node.chair import Chair
from unonet.node.journal import Ways
from unonet.node.keeping import Keeping, keep
from unonet.node.table_node import Event, TableNode
from unonet.table.history import History
from unonet.table.terms import Genesis, TermsSeat, accept, write_genesis, write_terms
from unonet.wire.messages import Message

SEATS: Final = (2, 4, 10)
MOVES: Final = 120
RUNS: Final = 5
WARM_UP: Final = 20
"""First moves of a run that do not count: caches and links are cold, here and in the floor."""
LOBBY: Final = bytes(16)


class Author(Identity):
    """A seat's key that notes when it signs its moves; the n-th time is that of move n."""

    __slots__ = ("signed",)

    def sign(self, domain: str, context: bytes, body: bytes) -> bytes:
        if domain == "move":
            self.signed.append(monotonic())
        return super().sign(domain, context, body)


@dataclass(frozen=True)
class Diary:
    """What one seat saw: when it signed its moves, and which entry was applied by when."""

    log: Path
    signed: list[float]
    applied: list[tuple[int, float]]

    def applied_by(self, index: int) -> float:
        return self.applied[bisect_left(self.applied, (index, 0.0))][1]


class Seat:
    """One process's seat: links, node and bot, without a lobby before them."""

    def __init__(self, keeping: Keeping, author: Author, me: int, last_index: int) -> None:
        self._keys = keeping.genesis.terms.keys
        self._me, self._last_index = me, last_index
        self._loop = asyncio.get_running_loop()
        self._heard = 0.0
        self.diary = Diary(keeping.log.path, author.signed, [])
        self.there = asyncio.Event()
        self.mesh = Mesh(
            TcpTransport(author, LOBBY),
            on_message=self._on_message,
            on_up=lambda key: self._node.on_up(key),
            on_down=lambda key, why: self._node.on_down(key, why),
        )
        self._node = TableNode(
            keeping.genesis,
            author,
            peers=self.mesh,
            log=keeping.log,
            journal=keeping.journal,
            watch=self._look,
        )

    async def play(self, addresses: list[Address]) -> None:
        """Meet the others and play until cancelled."""
        self._node.open()
        for seat, address in enumerate(addresses):
            if seat != self._me:
                self.mesh.expect(self._keys[seat], address)
        try:
            await self._node.run(self._player)
        finally:
            await self.mesh.close()

    async def _player(self, chair: Chair) -> None:
        rng = Random(self._me)
        while not self.there.is_set():
            await chair.changed()
            if not self._is_due(chair):
                continue
            await self._quiet()
            view = chair.view()
            if view is not None and view.legal:
                chair.submit(BOTS["greedy"](view, rng))
        await asyncio.Event().wait()

    def _is_due(self, chair: Chair) -> bool:
        view = chair.view()
        return view is not None and bool(view.legal) and not chair.pending

    async def _quiet(self) -> None:
        """Return once nothing came in for as long as the floor waits."""
        while (rest := self._heard + mesh_floor.PAUSE - self._loop.time()) > 0:
            await asyncio.sleep(rest)

    def _on_message(self, key: bytes, message: Message) -> None:
        self._heard = self._loop.time()
        self._node.on_message(key, message)

    def _look(self, event: Event) -> None:
        # What is told of an entry comes after the fold of it, or of a later one.
        index, applied = self._node.fold.index, self.diary.applied
        if not applied or applied[-1][0] < index:
            applied.append((index, monotonic()))
        if index >= self._last_index:
            self.there.set()


def agreed(authors: list[Author], deal: str = "open") -> Genesis:
    """A genesis that is the same in every process: here nothing has to be secret."""
    places = [
        TermsSeat(author.key, f"seat {seat}", None, None, None, bytes(32))
        for seat, author in enumerate(authors)
    ]
    ruleset = Ruleset.parse("classic", {"target": "5000"})
    terms = write_terms(LOBBY, ruleset, seats=places, deal=deal)
    return write_genesis(terms, [accept(author, terms) for author in authors])


async def stay(pipe: Connection, me: int, seats: int, home: Path, last_index: int) -> None:
    authors = [author_of(seat) for seat in range(seats)]
    with keep(home / str(me), agreed(authors), authors[me], Ways()) as keeping:
        seat = Seat(keeping, authors[me], me, last_index)
        await attend(pipe, seat, lambda: seat.diary)


async def attend(pipe: Connection, seat: Seat, tell: Callable[[], object]) -> None:
    """Meet the others, play until the seat is ``there``, tell, and stay until all have told."""
    pipe.send(await seat.mesh.listen(("127.0.0.1", 0)))
    playing = asyncio.ensure_future(seat.play(pipe.recv()))
    await asyncio.wait_for(seat.there.wait(), SECONDS)
    pipe.send(tell())
    await asyncio.get_running_loop().run_in_executor(None, pipe.recv)
    playing.cancel()
    await asyncio.wait((playing,))


def author_of(seat: int) -> Author:
    author = Author.from_seed(bytes([seat + 1]) * 32)
    assert isinstance(author, Author)
    author.signed = []
    return author


def run(*arguments: Connection | int | Path) -> None:
    asyncio.run(stay(*arguments))


def play(seats: int, home: Path, last_index: int) -> list[Diary]:
    """Play up to entry ``last_index``; EOFError after ``SECONDS`` without getting there."""
    return together(run, seats, home, last_index)


def seconds(diaries: list[Diary], last_index: int) -> Iterator[float]:
    """How long each game move of a seat that does not lead took, in the order of the log."""
    history = History.load(diaries[0].log)
    for entry in history.ledger.slice(1, last_index + 1):
        move = entry.move
        if isinstance(move, Move) and move.kind == Kind.MOVE and move.seat != history.leader:
            applied = max(diary.applied_by(entry.index) for diary in diaries)
            yield applied - diaries[move.seat].signed[move.n]


def measure_once(seats: int, moves: int) -> list[float]:
    """Seconds of about ``moves`` moves at ``seats`` seats."""
    last_index = 4 * seats + moves * seats // (seats - 1)
    with tempfile.TemporaryDirectory() as home:
        return list(seconds(play(seats, Path(home), last_index), last_index))


def measure(
    moves: int = MOVES, *, runs: int = RUNS, tables: Iterable[int] = SEATS
) -> dict[str, Figure]:
    """Medians over the runs of their p50, and of their p99 at four seats."""
    figures: dict[str, Figure] = {}
    for seats in tables:
        pairs = [
            (measure_once(seats, moves)[WARM_UP:], mesh_floor.measure(seats, moves)[WARM_UP:])
            for _ in range(runs)
        ]
        ours, bare = zip(*pairs, strict=True)
        figures[f"move_all_seats_n{seats}"] = milliseconds(
            median(map(median, ours)), median(map(median, bare))
        )
        if seats == 4:
            figures["move_all_seats_n4_p99"] = milliseconds(
                median(map(_p99, ours)), median(map(_p99, bare))
            )
    return figures


def _p99(times: list[float]) -> float:
    return quantiles(times, n=100)[98]


if __name__ == "__main__":
    for n in map(int, sys.argv[1:] or SEATS):
        times = sorted(1e3 * took for took in measure_once(n, 200)[WARM_UP:])
        print(f"n={n}: p50 {median(times):.2f} ms, p99 {_p99(times):.2f} ms of {len(times)}")
