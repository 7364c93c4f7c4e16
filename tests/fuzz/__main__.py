"""``python -m tests.fuzz --games N --seed S``: random mixes of options, played and judged.

Game ``i`` of seed ``S`` is number ``S + i``, so one that breaks is played again with
``--games 1 --seed NUMBER``. The last line says how the rounds ended.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from tests.fuzz.games import play


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    ends: Counter[str] = Counter()
    moves = 0
    for seed in range(asked.seed, asked.seed + asked.games):
        try:
            report = play(seed)
        except Exception:
            print(f"game {seed} broke: --games 1 --seed {seed}", file=sys.stderr)
            raise
        ends[report.reason or "unfinished"] += 1
        moves += report.moves
    print(f"{asked.games} games, {moves} moves: {dict(ends.most_common())}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
