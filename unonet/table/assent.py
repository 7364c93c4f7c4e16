"""One draft of the terms, and who agrees to it: signatures, links, and when the match begins.

A change of anything makes another draft, and nobody's word for this one counts there. Does not know
who may sit, nor how anybody is told.
"""

from __future__ import annotations

from collections.abc import Collection

from unonet.errors import RemoteProtocolError
from unonet.table.apart import Apart, Pair
from unonet.table.lobby import COUNTDOWN
from unonet.table.lobby_messages import Marks
from unonet.table.terms import Terms, accepted


class Assent:
    """Of the seats in ``terms``, the host first; an ``eager`` host always agrees.

    ``full``: no seat is free, so that the match begins when all are ready.
    """

    def __init__(self, number: int, terms: Terms, *, eager: bool, full: bool) -> None:
        self.number = number
        self.terms = terms
        self._host, self._guests = terms.keys[0], frozenset(terms.keys[1:])
        self._eager = eager
        self._full = full
        self._signatures: dict[bytes, bytes] = {}
        self._own = eager
        self._early = False
        self._begins_at: float | None = None
        self._apart = Apart()

    # What the host does

    def ready(self) -> None:
        self._own = True

    def unready(self) -> None:
        """Takes the host's mark back, and ``start`` with it."""
        self._own, self._early = self._eager, False

    def start(self) -> str | None:
        """Begin though seats are free; or the reason why not yet. Counts as the host's mark."""
        if (reason := self.why_not()) is None:
            self._early = self._own = True
        return reason

    # What guests do

    def gather(self, key: bytes, signature: bytes) -> None:
        """A guest agrees. Raises RemoteProtocolError, and then nothing changed."""
        if key not in self._guests:
            raise RemoteProtocolError("lobby: ready without a seat")
        if not accepted(self.terms, self.terms.keys.index(key), signature):
            raise RemoteProtocolError("lobby: ready with a signature over other terms")
        self._signatures[key] = signature

    def take_back(self, key: bytes) -> None:
        if self._signatures.pop(key, None) is not None:
            self._early = False

    def note_links(self, key: bytes, missing: Collection[bytes], now: float) -> None:
        """Whom a guest has no link to."""
        if key in self._guests:
            others = self._guests - {key}
            self._apart.report(key, missing=missing, others=others, now=now)

    # What follows

    def is_ready(self, key: bytes) -> bool:
        return self._own if key == self._host else key in self._signatures

    def why_not(self) -> str | None:
        """What keeps the match from beginning: ``not_ready``, ``too_few`` or ``apart``."""
        if len(self._signatures) < len(self._guests):
            return "not_ready"
        if len(self.terms.seats) < self.terms.ruleset.fewest_seats:
            return "too_few"
        return "apart" if self._apart else None

    def begins(self, now: float) -> bool:
        """Whether the match begins now; the countdown starts and stops here."""
        if self.why_not() or not self._own or not (self._full or self._early):
            self._begins_at = None
        elif self._begins_at is None:
            with_people = any(seat.bot is None for seat in self.terms.seats)
            self._begins_at = now + (COUNTDOWN if with_people else 0)
        return self._begins_at is not None and self._begins_at <= now

    def marks(self, now: float) -> Marks:
        """What everybody is told."""
        return Marks(
            number=self.number,
            ready=tuple(map(self.is_ready, self.terms.keys)),
            apart=tuple(sorted(map(self._indexes, self._apart.named(now)))),
            starts_in=None if self._begins_at is None else COUNTDOWN,
        )

    def next_deadline(self, now: float) -> float | None:
        """When time alone changes something."""
        waits = (self._begins_at, self._apart.next_named(now))
        return min((at for at in waits if at is not None), default=None)

    def signatures(self, own: bytes) -> list[bytes]:
        """Everybody's, by seats, with the host's ``own``."""
        signed = {**self._signatures, self._host: own}
        return [signed[key] for key in self.terms.keys]

    def _indexes(self, pair: Pair) -> tuple[int, int]:
        first, second = sorted(map(self.terms.keys.index, pair))
        return first, second
