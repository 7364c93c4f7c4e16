"""What players did over many matches, read from their logs.

Players are told apart by their keys; a match counts once however many seats kept a log of it. It
believes what a log says: ``audit`` is for whoever does not.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Final

from unonet.game.events import (
    CalledUno,
    Caught,
    Challenged,
    Outcome,
    PenaltyFaced,
    Played,
    RoundOver,
    Verdict,
)
from unonet.table.events import MatchOver
from unonet.table.history import History
from unonet.table.reducer import Fold
from unonet.table.replay import Step, steps


@dataclass(slots=True)
class Scores:
    """Of one player. ``games`` are matches that were finished, ``points`` those of all rounds.

    ``calls_missed`` counts every last card but one that went uncalled until the next turn, caught
    or not; ``longest_stack`` the draw cards of a stack up to the player's own.
    """

    nickname: str
    bot: str | None
    games: int = 0
    wins: int = 0
    rounds: int = 0
    rounds_won: int = 0
    points: int = 0
    calls_missed: int = 0
    caught: int = 0
    challenges: int = 0
    challenges_won: int = 0
    longest_stack: int = 0

    def add(self, other: Scores) -> None:
        """Sum up with what the same player did elsewhere, under the nickname of that."""
        self.nickname, self.bot = other.nickname, other.bot
        self.longest_stack = max(self.longest_stack, other.longest_stack)
        for name in _SUMS:
            setattr(self, name, getattr(self, name) + getattr(other, name))


_SUMS: Final = tuple(
    field.name for field in fields(Scores) if field.type == "int" and field.name != "longest_stack"
)


@dataclass(slots=True)
class Scorebook:
    """Players by key, in the order of their first match."""

    matches: int = 0
    players: dict[bytes, Scores] = field(default_factory=dict)

    def add(self, history: History) -> None:
        """Count a match. BrokenChain (BadEntry), and nothing counted, for a log that no table made
        final."""
        seats = history.terms.seats
        match = _Match([Scores(seat.nickname, seat.bot) for seat in seats])
        for step in steps(history):
            match.see(step)
        self.matches += 1
        for seat, scores in zip(seats, match.seats, strict=True):
            if seat.key in self.players:
                self.players[seat.key].add(scores)
            else:
                self.players[seat.key] = scores

    def as_json(self) -> dict[str, Any]:
        """Keys in hex."""
        players = [{"key": key.hex(), **asdict(scores)} for key, scores in self.players.items()]
        return {"matches": self.matches, "players": players}


def fullest(histories: Iterable[History]) -> list[History]:
    """One log of each match: the longest of those that its seats kept."""
    kept: dict[bytes, History] = {}
    for history in histories:
        known = kept.setdefault(history.terms.table_id, history)
        if history.ledger.last_index > known.ledger.last_index:
            kept[history.terms.table_id] = history
    return list(kept.values())


class _Match:
    """Counts for each seat while a match goes by."""

    def __init__(self, seats: list[Scores]) -> None:
        self.seats = seats
        self._exposed: set[int] = set()
        self._challenger = self._stacker = 0
        self._laid = 0

    def see(self, step: Step) -> None:
        for event in step.events:
            self._note(event, step.fold)
        bits = 0 if step.fold.round is None else step.fold.round.exposed
        self._watch_calls({seat for seat in range(len(self.seats)) if bits >> seat & 1})
        if step.fold.round is None or not step.fold.round.pending:
            self._laid = 0

    def _note(self, event: object, fold: Fold) -> None:
        match event:
            case Played(seat):
                self._stacker = seat
            case PenaltyFaced():
                self._laid += 1
                scores = self.seats[self._stacker]
                scores.longest_stack = max(scores.longest_stack, self._laid)
            case CalledUno(seat):
                self._exposed.discard(seat)
            case Caught(seat):
                self.seats[seat].caught += 1
            case Challenged(seat):
                self._challenger = seat
                self.seats[seat].challenges += 1
            case Verdict(_, guilty):
                self.seats[self._challenger].challenges_won += guilty
            case RoundOver(outcome):
                self._end_round(outcome, fold.match.staying)
            case MatchOver(winners):
                self._end_match(winners)

    def _watch_calls(self, now: set[int]) -> None:
        """A seat that is exposed no longer, and did not call, has missed its call."""
        for seat in self._exposed - now:
            self.seats[seat].calls_missed += 1
        self._exposed = now

    def _end_round(self, outcome: Outcome, staying: tuple[int, ...]) -> None:
        for seat, scores in enumerate(self.seats):
            scores.rounds += seat in staying
            scores.rounds_won += seat == outcome.winner
            scores.points += outcome.points[seat]

    def _end_match(self, winners: tuple[int, ...]) -> None:
        for seat, scores in enumerate(self.seats):
            scores.games += 1
            scores.wins += seat in winners
