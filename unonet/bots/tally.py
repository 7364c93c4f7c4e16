"""Counts games by bot: who won, with how many points, and how sure that share is.

Knows names and numbers, not how a game is played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, Final

from unonet.bots.arena import Game

SURE: Final = 1.959964
"""Standard deviations to either side that hold 95 % of a normal distribution."""


@dataclass(slots=True)
class Tally:
    """Sums over games. A game with several winners is counted as won by each."""

    games: int = 0
    rounds: int = 0
    moves: int = 0
    unwon: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    points: Counter[str] = field(default_factory=Counter)

    def add(self, game: Game, names: Sequence[str]) -> None:
        """Count ``game``, in which the bot ``names[seat]`` sat in each seat."""
        self.games += 1
        self.rounds += game.rounds
        self.moves += game.moves
        self.unwon += not game.winners
        self.wins.update(names[seat] for seat in game.winners)
        for name, score in zip(names, game.scores, strict=True):
            self.points[name] += score

    def __iadd__(self, other: Tally) -> Tally:
        self.games += other.games
        self.rounds += other.rounds
        self.moves += other.moves
        self.unwon += other.unwon
        self.wins.update(other.wins)
        self.points.update(other.points)
        return self

    def as_json(self, names: Sequence[str]) -> dict[str, Any]:
        """The counts, and of each bot the share of games it won with its interval.

        ``even`` is the share of seats that the bot had.
        """
        kinds = tuple(dict.fromkeys(names))
        return {
            "games": self.games,
            "players": len(names),
            "rounds": self.rounds,
            "moves": self.moves,
            "moves_per_game": round(self.moves / max(1, self.games), 1),
            "without_winner": self.unwon,
            "wins": {name: self.wins[name] for name in kinds},
            "points": {name: self.points[name] for name in kinds},
            "share": {name: self._share(name) for name in kinds},
            "interval": {
                name: [round(end, 4) for end in wilson(self.wins[name], self.games)]
                for name in kinds
            },
            "even": {name: round(names.count(name) / len(names), 4) for name in kinds},
        }

    def _share(self, name: str) -> float:
        return round(self.wins[name] / max(1, self.games), 4)


def wilson(hits: int, tries: int) -> tuple[float, float]:
    """The 95 % interval of a share of which ``hits`` of ``tries`` were seen (Wilson 1927)."""
    if not tries:
        return 0.0, 1.0
    share, weight = hits / tries, SURE * SURE / tries
    middle = (share + weight / 2) / (1 + weight)
    reach = SURE * sqrt(share * (1 - share) / tries + weight / tries / 4) / (1 + weight)
    return max(0.0, middle - reach), min(1.0, middle + reach)
