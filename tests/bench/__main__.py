"""``make bench``: every figure as a ratio to a floor measured beside it; the last line is JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Final

from tests.bench import (
    audit,
    deals,
    disk,
    drawing,
    engine,
    ledger,
    mixes,
    moves,
    rlcard_env,
    rounds,
    shares,
    startup,
)
from tests.bench.figures import Figure

BENCHMARKS: Final[tuple[Callable[[], dict[str, Figure]], ...]] = (
    startup.measure,
    engine.measure,
    rlcard_env.measure,
    ledger.measure,
    audit.measure,
    mixes.measure,
    shares.measure,
    deals.measure,
    disk.measure,
    moves.measure,
    rounds.measure,
    drawing.measure,
)


def main() -> None:
    figures: dict[str, Figure] = {}
    print(f"{'':24}{'value':>12}{'floor':>12}  {'unit':10}{'ratio':>6}", flush=True)
    for measure in BENCHMARKS:
        for name, figure in measure().items():
            figures[name] = figure
            print(_row(name, figure), flush=True)
    heavy = ", ".join(sorted(startup.heavy_modules())) or "none"
    print(f"of {', '.join(sorted(startup.HEAVY))}, --help imports: {heavy}")
    print(json.dumps(figures))


def _row(name: str, figure: Figure) -> str:
    value, floor = _rounded(figure["value"]), _rounded(figure["floor"])
    return f"{name:24}{value:>12}{floor:>12}  {figure['unit']:10}{figure['ratio']:>6.2f}"


def _rounded(number: float) -> str:
    return f"{number:,.0f}" if number >= 1000 else f"{number:.2f}"


if __name__ == "__main__":
    main()
