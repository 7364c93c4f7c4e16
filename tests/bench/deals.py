"""What a sealed deck costs one seat without links and files: a set-up, and ``verify`` of a match.

``setup_seat``: it makes and signs its own records, checks both signatures of every entry, folds it
and signs its ack, from genesis to the first turn; processor time. ``verify_sealed``: the processor
time of all threads over that of the signatures and curve operations in the log.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

from tests.bench import curve
from tests.bench.audit import play
from tests.bench.curve import Counts
from tests.bench.figures import Figure, milliseconds
from tests.bench.rounds import floor
from tests.bench.sealed_counts import applied
from tests.table.tabletop import Tabletop
from unonet.deal import verdicts
from unonet.table import audit
from unonet.table.history import History
from unonet.table.reducer import Fold, Folded

SEATS: Final = (2, 4, 10)
RUNS: Final = 3


class Weighed(Tabletop):
    """``seconds`` that seat 0 has worked."""

    seconds = 0.0

    def weigh(self, run: Callable[[], Any]) -> Any:
        begin = time.process_time()
        result = run()
        self.seconds += time.process_time() - begin
        return result

    def take(self, record: Any) -> Folded:
        entry = self.ordered(record)
        return self.weigh(lambda: self._take(entry))

    def _take(self, entry: Any) -> Folded:
        self.ledger.append(entry, check=True)
        folded = self.fold.apply(entry)
        self.states.append(self.fold.state_hash())
        self.rosters.append(self.fold.live())
        self.ack(0, entry.index)
        return folded

    def set_up(self) -> float:
        """Seconds until the first turn."""
        self.greet()
        while owing := next(self.owing(), None):
            seat, record = owing
            make = record.make if seat else lambda: self.weigh(owing[1].make)
            self.post(seat, record.kind, make())
        return self.seconds


def measure(*, runs: int = RUNS, tables: Iterable[int] = SEATS) -> dict[str, Figure]:
    """The best of runs that take turns with the floor."""
    figures: dict[str, Figure] = {}
    for seats in tables:
        taken = [(_weigh(seats, seed), floor(seats)) for seed in range(runs)]
        figures[f"setup_seat_n{seats}"] = milliseconds(*map(min, zip(*taken, strict=True)))
    return figures | _verify(runs)


def _weigh(seats: int, seed: int) -> float:
    """Another seed each time: nothing is remembered of the last one."""
    return Weighed(seats, "classic", seed=1_000 * seats + seed, deal="sealed").set_up()


def _verify(runs: int) -> dict[str, Figure]:
    with tempfile.TemporaryDirectory() as home:
        logs = [asyncio.run(play(Path(home) / str(run), "quick", "sealed")) for run in range(runs)]
        taken = [(_audited(log), _bare(History.load(log))) for log in logs]
    ours, bare = map(sum, zip(*taken, strict=True))
    return {"verify_sealed": milliseconds(ours / runs, bare / runs)}


def _audited(log: Path) -> float:
    forget()
    begin = time.process_time()
    report = audit.verify(log)
    took = time.process_time() - begin
    assert report.ok and report.checks.mixes, report
    return took


def _bare(history: History) -> float:
    counts, fold = Counts(), Fold(history.terms)
    for entry in history.final_entries():
        counts = counts.plus(applied(fold, entry))
        fold.apply(entry)
    begin = time.process_time()
    assert all(map(history.holds, history.claims))
    return time.process_time() - begin + curve.bare(counts)


def forget() -> None:
    """What was found out while the match was played is not known to whoever gets the log."""
    for name, verdict in vars(verdicts).items():
        if hasattr(verdict, "cache_clear") and not name.startswith("_"):
            verdict.cache_clear()


if __name__ == "__main__":
    for name, figure in measure().items():
        print(name, figure)
