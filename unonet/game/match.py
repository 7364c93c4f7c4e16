"""From round to round: scores, the dealer, and who has won the match (docs/rules.md 2, 6, 9).

A pure value; it knows outcomes and statuses, not how a round was played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from unonet.game.cards import FACE_OF, SKIP
from unonet.game.events import Outcome
from unonet.game.ruleset import Ruleset
from unonet.game.state import GONE, Status

Draw = tuple[tuple[int, int], ...]
"""One drawing for the deal: (seat, card type) of every seat that drew, in seat order."""


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match between rounds: ``round`` counts from 0, ``dealer`` deals the round to come.

    ``winners`` may be several (equal lowest totals) or none (a single round in stalemate);
    ``over`` says whether there is another round.
    """

    ruleset: Ruleset
    scores: tuple[int, ...]
    round: int
    dealer: int
    statuses: tuple[int, ...]
    over: bool = False
    winners: tuple[int, ...] = ()

    @classmethod
    def first(cls, ruleset: Ruleset, *, seats: int, dealer: int) -> MatchState:
        """The start of a match at a table of ``seats``."""
        return cls(ruleset, (0,) * seats, 0, dealer, (int(Status.ACTIVE),) * seats)

    @property
    def staying(self) -> tuple[int, ...]:
        """The seats that are not gone."""
        return tuple(seat for seat, status in enumerate(self.statuses) if status != GONE)

    def without(self, seat: int) -> MatchState:
        """The match once ``seat`` is gone; its score stays."""
        now = list(self.statuses)
        now[seat] = GONE
        return replace(self, statuses=tuple(now))

    def finish(
        self, outcome: Outcome, statuses: Sequence[Status | int] | None = None
    ) -> MatchState:
        """The match after a round that ended in ``outcome``, with the statuses at its end."""
        before = self.statuses if statuses is None else statuses
        now = tuple(
            GONE if seat in outcome.eliminated else int(status)
            for seat, status in enumerate(before)
        )
        scores = tuple(a + b for a, b in zip(self.scores, outcome.points, strict=True))
        over, winners = match_result(self.ruleset, outcome, scores, now)
        return replace(
            self,
            scores=scores,
            round=self.round + 1,
            dealer=next_dealer(now, self.dealer),
            statuses=now,
            over=over,
            winners=winners,
        )


def match_result(
    ruleset: Ruleset, outcome: Outcome, scores: Sequence[int], statuses: Sequence[int]
) -> tuple[bool, tuple[int, ...]]:
    """Whether the match is over after ``outcome``, and who has won it."""
    won = () if outcome.winner is None else (outcome.winner,)
    staying = tuple(seat for seat, status in enumerate(statuses) if status != GONE)
    if outcome.reason == "abandoned":
        return True, won
    if ruleset.elimination != "off":
        # Nobody is left if the winner went before its round was counted: then nobody wins.
        return len(staying) <= 1, staying if len(staying) <= 1 else ()
    if ruleset.match == "round":
        return True, won
    if max(scores) < ruleset.target:
        return False, ()
    if ruleset.match == "lowest":
        totals = [scores[seat] for seat in staying]
        return True, tuple(seat for seat in staying if scores[seat] == min(totals))
    return True, tuple(seat for seat, score in enumerate(scores) if score == max(scores))


def next_dealer(statuses: Sequence[Status | int], dealer: int) -> int:
    """The deal passes to the left, over seats that are gone; ``dealer`` if nobody else stays."""
    count = len(statuses)
    seats = ((dealer + step) % count for step in range(1, count + 1))
    return next((seat for seat in seats if statuses[seat] != GONE), dealer)


def draw_dealer(seats: Sequence[int], types: Sequence[int]) -> tuple[int, tuple[Draw, ...]]:
    """Who deals first: each of ``seats`` draws from the front of ``types``, highest number wins.

    Symbols and wilds count 0 and the tied draw on (R2.dealer). Returns the dealer and every
    drawing. Should the cards run out, the first of the tied deals.
    """
    tied, rest, draws = list(seats), list(types), []
    while len(tied) > 1 and len(rest) >= len(tied):
        drawn = dict(zip(tied, rest, strict=False))
        rest = rest[len(tied) :]
        draws.append(tuple(drawn.items()))
        best = max(map(_number, drawn.values()))
        tied = [seat for seat in tied if _number(drawn[seat]) == best]
    return tied[0], tuple(draws)


def _number(card: int) -> int:
    return FACE_OF[card] if FACE_OF[card] < SKIP else 0
