"""How long a bot seems to think, for tables where people play. It knows no clock: whoever seats
the bot waits, or does not."""

from __future__ import annotations

from random import Random
from typing import Final

SHORTEST: Final = 0.8
"""Seconds. A person needs as long to notice that somebody forgot to call UNO."""
LONGEST: Final = 3.0
_USUAL: Final = 1.4
_SPREAD: Final = 0.35


def person_pause(rng: Random) -> float:
    """Seconds that a person might take for a move: mostly between one and two."""
    return min(LONGEST, max(SHORTEST, _USUAL * rng.lognormvariate(0, _SPREAD)))
