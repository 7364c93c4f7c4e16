"""What happens at a table beside the events of the game: agreeing on a shuffle, sealing, ending.

Events carry seats, numbers and hashes, never a sentence: front ends find the words. Those of the
rules are in ``unonet.game.events``; a fold hands out both in one stream.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from unonet.game.legality import REASONS

TABLE_REASONS: Final = frozenset(
    {
        "decode",  # another shape than its kind, or a kind that is kept
        "deal",  # a deal record that is not due
        "bad_proof",  # it opens something else than was committed
        "stale",  # it does not answer what stands on the table
        "foreign_base",  # it names an entry as its base that is not in this chain below it
        "not_due",  # the end of a round that has not ended
        "other_outcome",  # the end of a round as it did not end
    }
)
NOOPS: Final = REASONS | TABLE_REASONS
"""Every reason why an entry does nothing: stable codes, listed in protocol.md section 10."""


class Agreed(NamedTuple):
    """Genesis: these players signed these terms."""

    table_id: bytes
    nicknames: tuple[str, ...]


class SessionStarted(NamedTuple):
    seat: int


class Committed(NamedTuple):
    """A seat's hashed contribution to the shuffle is in the log; it can no longer choose."""

    seat: int
    epoch: int


class Opened(NamedTuple):
    """A seat opened a contribution and it fits its commitment."""

    seat: int
    second: bool


@dataclass(frozen=True, slots=True)
class Disproved:
    """What a seat opened is not what it had committed to: it is gone, entry ``index`` proves it."""

    index: int
    seat: int


class KeysMade(NamedTuple):
    """The table key stands: ``threshold`` of its ``seats`` together could read a sealed card."""

    seats: int
    threshold: int


class Complained(NamedTuple):
    """``seat`` showed that the key share which it got from ``dealer`` is bad."""

    seat: int
    dealer: int


class Mixed(NamedTuple):
    """A seat mixed the sealed deck and proved it; ``progress`` is (mixes done, all of them)."""

    seat: int
    epoch: int
    progress: tuple[int, int]


class RoundVoid(NamedTuple):
    """Too few seats are left to open the cards of this round; these scores stay."""

    round: int
    scores: tuple[int, ...]


class Shuffled(NamedTuple):
    """All contributions of an epoch are open: the order is fixed and nobody chose it."""

    round: int
    epoch: int
    cards: int


class DealerDrawn(NamedTuple):
    """First round: ``draws`` are (seat, card type) in the order drawn, tied seats draw again."""

    draws: tuple[tuple[int, int], ...]
    dealer: int


class RoundClosed(NamedTuple):
    """The leader's ``RoundEnd`` is final: these scores are what every seat signs."""

    round: int
    scores: tuple[int, ...]


class MatchOver(NamedTuple):
    winners: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ignored:
    """A record that the rules refuse stays in the log and does nothing; no ``seat``: the leader."""

    index: int
    seat: int | None
    reason: str


TableEvent = (
    Agreed
    | SessionStarted
    | Committed
    | Opened
    | Disproved
    | KeysMade
    | Complained
    | Mixed
    | RoundVoid
    | Shuffled
    | DealerDrawn
    | RoundClosed
    | MatchOver
    | Ignored
)
