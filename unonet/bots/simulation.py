"""Many games among bots, the same for a seed however they are shared out.

Game number ``n`` takes all its chance from the seed and ``n``, and the bots move round the table
by one seat from game to game, so that no place favours anybody. Knows no process and no clock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random

from unonet.bots.arena import play_game
from unonet.bots.finding import find_bot
from unonet.bots.tally import Tally
from unonet.game.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Simulation:
    """What is played: ``bots`` are names, one for each seat."""

    ruleset: Ruleset
    bots: tuple[str, ...]
    seed: str

    def seating(self, number: int) -> tuple[str, ...]:
        """Which bot sits in which seat in game ``number``."""
        turn = number % len(self.bots)
        return self.bots[-turn:] + self.bots[:-turn] if turn else self.bots

    def play(
        self,
        numbers: Iterable[int],
        *,
        clock: Callable[[], float] | None = None,
        seconds: float = 0.05,
    ) -> Tally:
        """Play the games of these numbers; with a ``clock`` bots think for ``seconds`` a move."""
        bots = {name: find_bot(name, clock=clock, seconds=seconds) for name in set(self.bots)}
        tally = Tally()
        for number in numbers:
            names = self.seating(number)
            rng = Random(f"{self.seed}/{number}")
            tally.add(play_game(self.ruleset, [bots[name] for name in names], rng), names)
        return tally
