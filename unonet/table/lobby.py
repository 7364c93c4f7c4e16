"""What the two sides of a lobby share: who applies for what, and how it stands on every screen.

Knows no message and no signature: ``host_lobby`` and ``guest_lobby`` come to signed terms
(protocol.md, section 9), both sans-I/O: keys, bytes and ``now`` in, bytes to send in ``outbox()``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from unonet.game.ruleset import Ruleset
from unonet.table.lobby_messages import Address
from unonet.table.terms import Terms, TermsSeat

COUNTDOWN: Final = 3
"""Seconds from the last ready mark to genesis, if a person sits at the table."""
MAX_WATCHERS: Final = 8


class Outgoing(NamedTuple):
    """A lobby message for the peer with ``key``; with ``last`` its link ends afterwards."""

    key: bytes
    body: bytes
    last: bool = False


@dataclass(frozen=True, slots=True)
class Applicant:
    """Who wants to sit: a place in the terms and where others can dial it."""

    place: TermsSeat
    addresses: tuple[Address, ...] = ()


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a host puts on the table before anybody sits; ``wanted`` counts all seats."""

    lobby_id: bytes
    wanted: int
    ruleset: Ruleset
    deal: str = "sealed"
    recovery: str = "majority"


@dataclass(frozen=True, slots=True)
class LobbyView:
    """How a lobby stands. ``terms`` are those of draft ``number``, None while nobody else sits.

    ``apart`` are pairs of seats that cannot reach each other; ``starts_in`` is None, or how many
    seconds before genesis the countdown began.
    """

    number: int
    wanted: int
    seats: tuple[TermsSeat, ...]
    ready: tuple[bool, ...]
    apart: tuple[tuple[int, int], ...] = ()
    starts_in: int | None = None
    terms: Terms | None = None

    @property
    def full(self) -> bool:
        return len(self.seats) == self.wanted

    def seat_of(self, key: bytes) -> int | None:
        return next((seat for seat, place in enumerate(self.seats) if place.key == key), None)
