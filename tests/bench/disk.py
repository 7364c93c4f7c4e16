"""What an entry costs on its way to the disk: one frame written and synced, beside the bare calls.

A move of ``moves`` waits for two of these, one after the other (its leader's before the entry
leaves, then a quorum's before the acks), and the bare mesh for none. ``TMPDIR=/dev/shm make bench``
shows that way without a disk in it.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final

from tests.bench.figures import Figure, milliseconds
from unonet.ledger.store import FrameType, LogWriter, Versions

WRITES: Final = 300
BODY: Final = bytes(280)


def measure(writes: int = WRITES) -> dict[str, Figure]:
    """Milliseconds: the medians of writes to two files that take turns."""
    with tempfile.TemporaryDirectory() as home:
        path = Path(home) / "bench.unolog"
        log = LogWriter.create(path, bytes(16), salt=bytes(16), versions=Versions("bench", 1, 1))
        with closing(log), (Path(home) / "bare").open("ab", buffering=0) as bare:
            times = [
                (_seconds(lambda: _keep(log)), _seconds(lambda: _write(bare.fileno())))
                for _ in range(writes)
            ]
    ours, floor = map(median, zip(*times, strict=True))
    return {"log_sync": milliseconds(ours, floor)}


def _keep(log: LogWriter) -> None:
    log.write(FrameType.ENTRY, BODY)
    log.sync()


def _write(fd: int) -> None:
    os.write(fd, BODY)
    os.fdatasync(fd)


def _seconds(run: Callable[[], None]) -> float:
    begin = perf_counter()
    run()
    return perf_counter() - begin
