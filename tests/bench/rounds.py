"""The set-up of a sealed round, n processes on loopback: from genesis to the first turn at all.

Each process is a real node, as in ``moves``; links are made within the time, too. ``setup_node`` is
the processor time of one seat, ``setup_wall`` the time until the last seat sees the first turn,
over the floor of all seats divided by the cores. The floor is taken in as many processes at once,
so that cores are shared in the same way. ``setup_stop`` is the longest time for which the
thread of a node's links worked at a stretch, ``setup_gap`` the longest time by the clock between
two turns of a ticker of 1 ms there, over the 50 ms that nothing may take.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import mean, median
from typing import Final, NamedTuple

from tests.bench import curve
from tests.bench.figures import Figure, milliseconds
from tests.bench.moves import Author, Seat, agreed, attend, author_of
from tests.bench.processes import together
from tests.bench.sealed_counts import setting_up
from unonet.deal.keys import threshold
from unonet.game.events import CardUp
from unonet.ledger.identity import Identity, verify
from unonet.node.chair import Chair
from unonet.node.journal import Ways
from unonet.node.keeping import Keeping, keep
from unonet.node.table_node import Event

SEATS: Final = (2, 4, 10)
RUNS: Final = 3
TICKING: Final = 4
"""Seats of the table that is watched for what stops its links."""
TICK: Final = 0.001
STOP: Final = 0.050
"""Seconds that no step may take from the links."""
NEVER: Final = 1 << 32
SAMPLES: Final = 5
SIGNED: Final = 200
"""Signatures of a sample; 200 bytes each."""


class Moment(NamedTuple):
    """By the machine's one clock, and by what this process, and this thread, have worked."""

    clock: float
    process: float
    thread: float

    @classmethod
    def now(cls) -> Moment:
        return cls(time.monotonic(), time.process_time(), time.thread_time())


@dataclass(slots=True)
class Beginning:
    """What one seat saw of a set-up; ``gap`` and ``stop`` stay 0 without a ticker."""

    start: Moment
    end: Moment
    gap: float = 0.0
    stop: float = 0.0


class Newcomer(Seat):
    """Is there when the first card is up, and does not move."""

    def __init__(self, keeping: Keeping, author: Author, me: int) -> None:
        super().__init__(keeping, author, me, NEVER)
        self.seen = Beginning(Moment.now(), Moment.now())

    async def tick(self) -> None:
        before = Moment.now()
        while not self.there.is_set():
            await asyncio.sleep(TICK)
            now = Moment.now()
            self.seen.gap = max(self.seen.gap, now.clock - before.clock)
            self.seen.stop = max(self.seen.stop, now.thread - before.thread)
            before = now

    async def _player(self, chair: Chair) -> None:
        self.seen.start = Moment.now()
        await asyncio.Event().wait()

    def _look(self, event: Event) -> None:
        if isinstance(event, CardUp) and not self.there.is_set():
            self.seen.end = Moment.now()
            self.there.set()


def run(pipe: Connection, me: int, seats: int, home: Path, ticks: bool) -> None:
    asyncio.run(_begin(pipe, me, seats, home, ticks))


async def _begin(pipe: Connection, me: int, seats: int, home: Path, ticks: bool) -> None:
    authors = [author_of(seat) for seat in range(seats)]
    with keep(home / str(me), agreed(authors, "sealed"), authors[me], Ways()) as keeping:
        seat = Newcomer(keeping, authors[me], me)
        ticker = asyncio.ensure_future(seat.tick()) if ticks else None
        await attend(pipe, seat, lambda: seat.seen)
        if ticker is not None:
            await ticker


def measure_once(seats: int, *, ticks: bool = False) -> list[Beginning]:
    with tempfile.TemporaryDirectory() as home:
        return together(run, seats, Path(home), ticks)


def measure(
    *, runs: int = RUNS, tables: Iterable[int] = SEATS, ticking: int = TICKING
) -> dict[str, Figure]:
    """Medians of the runs."""
    figures: dict[str, Figure] = {}
    cores = os.cpu_count() or 1
    for seats in tables:
        taken = [(measure_once(seats), median(together(bottom, seats))) for _ in range(runs)]
        figures[f"setup_node_n{seats}"] = milliseconds(
            median(mean(map(_worked, seen)) for seen, _ in taken),
            median(bare for _, bare in taken),
        )
        figures[f"setup_wall_n{seats}"] = milliseconds(
            median(map(_wall, (seen for seen, _ in taken))),
            median(bare * seats / cores for _, bare in taken),
        )
    return figures | _standing(runs, ticking)


def _standing(runs: int, seats: int) -> dict[str, Figure]:
    """Of the worst seat, the median of the runs."""
    seen = [measure_once(seats, ticks=True) for _ in range(runs)]
    return {
        f"setup_stop_n{seats}": milliseconds(
            median(max(s.stop for s in run) for run in seen), STOP
        ),
        f"setup_gap_n{seats}": milliseconds(median(max(s.gap for s in run) for run in seen), STOP),
    }


def bottom(pipe: Connection, me: int, seats: int) -> None:
    """A process that takes the floor while the others do."""
    pipe.send(me)
    pipe.recv()
    pipe.send(median(floor(seats) for _ in range(SAMPLES)))
    pipe.recv()


def floor(seats: int) -> float:
    """Seconds of one thread for all curve and signature operations of one seat."""
    entries = 6 * seats + threshold(seats)
    sign, check = _signing()
    return curve.bare(setting_up(seats)) + (7 + entries) * sign + 2 * entries * check


def _signing() -> tuple[float, float]:
    """Seconds for one signature and for checking it."""
    identity, body = Identity.from_seed(bytes(32)), bytes(200)
    begin = time.thread_time()
    for _ in range(SIGNED):
        signature = identity.sign("move", b"", body)
    middle = time.thread_time()
    for _ in range(SIGNED):
        verify(identity.key, signature, domain="move", context=b"", body=body)
    return (middle - begin) / SIGNED, (time.thread_time() - middle) / SIGNED


def _worked(seen: Beginning) -> float:
    return seen.end.process - seen.start.process


def _wall(seen: list[Beginning]) -> float:
    return max(one.end.clock for one in seen) - min(one.start.clock for one in seen)


if __name__ == "__main__":
    for name, figure in measure(tables=list(map(int, sys.argv[1:] or SEATS))).items():
        print(name, figure)
