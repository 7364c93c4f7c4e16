"""How long ``unonet --help`` takes beside the import of typer alone, and what it did not import."""

from __future__ import annotations

import subprocess
import sys
from statistics import median
from time import perf_counter
from typing import Final

from tests.bench.figures import Figure, milliseconds

RUNS: Final = 11
HEAVY: Final = frozenset(
    {
        "rich",
        "textual",
        "zeroconf",
        "asyncio",
        "cryptography",
        "pydantic",
        "msgpack",
        "btclib_secp256k1",
    }
)
HELP: Final = (sys.executable, "-m", "unonet_cli", "--help")
FLOOR: Final = (sys.executable, "-c", "import typer")


def measure(runs: int = RUNS) -> dict[str, Figure]:
    """Wall times of whole processes that take turns, in milliseconds."""
    times = [(_seconds(HELP), _seconds(FLOOR)) for _ in range(runs)]
    ours, floor = map(median, zip(*times, strict=True))
    return {"help_startup": milliseconds(ours, floor)}


def heavy_modules() -> frozenset[str]:
    """Which of ``HEAVY`` are imported by the help: none should be."""
    told = subprocess.run(
        (sys.executable, "-X", "importtime", *HELP[1:]), capture_output=True, text=True, check=True
    )
    return HEAVY & {line.rpartition("|")[2].strip() for line in told.stderr.splitlines()}


def _seconds(command: tuple[str, ...]) -> float:
    begin = perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return perf_counter() - begin
