"""What `verify` costs beside its signature checks alone: one classic match, played in memory.

The floor is the same signatures through ``unonet.ledger.identity.verify`` in as many threads as the
audit uses, and nothing else; ``verify_one_thread`` has the same value over the floor of one thread.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final

from tests.bench.figures import Figure, milliseconds
from unonet.game.ruleset import Ruleset
from unonet.node.chair import bot_player
from unonet.node.local import play_local
from unonet.table import audit
from unonet.table.history import Claim, History

RUNS: Final = 9
BOTS: Final = 3


def measure(preset: str = "classic", *, runs: int = RUNS) -> dict[str, Figure]:
    """Milliseconds for one log: medians of runs that take turns."""
    with tempfile.TemporaryDirectory() as home:
        log = asyncio.run(play(Path(home), preset, "open"))
        report, history = audit.verify(log), History.load(log)
        assert report.ok and report.result == "finished", report
        steps: tuple[Callable[[], object], ...] = (
            lambda: audit.verify(log),
            lambda: _check(history, audit.THREADS),
            lambda: _check(history, 1),
        )
        times = [tuple(map(_seconds, steps)) for _ in range(runs)]
    whole, floor, one_thread = map(median, zip(*times, strict=True))
    return {
        "verify": milliseconds(whole, floor),
        "verify_one_thread": milliseconds(whole, one_thread),
    }


async def play(home: Path, preset: str, deal: str) -> Path:
    """The log of a match of bots in memory."""
    report = await play_local(
        home,
        ruleset=Ruleset.parse(preset),
        nickname="bench",
        deal=deal,
        bots=["greedy"] * BOTS,
        player=bot_player("greedy"),
        watch=lambda event: None,
        pause=False,
    )
    assert report.log is not None
    return report.log


def _check(history: History, threads: int) -> None:
    def all_hold(claims: list[Claim]) -> bool:
        return all(map(history.holds, claims))

    shares = [history.claims[first::threads] for first in range(threads)]
    with ThreadPoolExecutor(threads) as pool:
        assert all(pool.map(all_hold, shares))


def _seconds(run: Callable[[], object]) -> float:
    begin = perf_counter()
    run()
    return perf_counter() - begin
