"""Moves that are not final: kept byte for byte, so that every retry is the same move.

The module knows authors, sessions and numbers. It does NOT know who leads, links or legality, and
checks no signature: whoever gives it a move has done so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from unonet.ledger.codec import MAX_BODY
from unonet.ledger.entry import Entry, Move
from unonet.ledger.kinds import Kind
from unonet.ledger.ledger import Ledger
from unonet.order.messages import Submit

MAX_PENDING: Final = 16
"""Unordered moves that are kept of one seat; none that is so far from being due."""
PENDING_BYTES: Final = 2 * MAX_BODY
"""Bytes of them, and of the moves of its own that a seat lets be without being final."""
FORWARD_AFTER: Final = 1.0
"""Seconds after which a seat passes somebody else's due move on to the leader; then it waits twice
as long each time."""

_Key: TypeAlias = tuple[int, bytes, int]


@dataclass(frozen=True, slots=True)
class Held:
    move: Move
    submit: Submit
    since: float


class _Wait(NamedTuple):
    """When a move of somebody else is passed on next, and the pause after that."""

    until: float
    pause: float


class Pending:
    """All moves this replica holds, its own and those of others, in order of arrival."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._unordered: dict[_Key, Held] = {}
        self._ordered: dict[_Key, Held] = {}
        self._waits: dict[_Key, _Wait] = {}

    def wanted(self, move: Move) -> bool:
        """Whether ``move`` is not held, and due now or soon in a session that has not ended."""
        due = self._ledger.next_n(move.seat, move.session)
        if due is None or _key(move) in self._unordered:
            return False
        return due <= move.n < due + MAX_PENDING

    def holds(self, entry: Entry) -> bool:
        """Whether ``entry`` orders, byte for byte, a move that is held and thus checked."""
        if not isinstance(move := entry.move, Move):
            return False
        held = self._unordered.get(_key(move))
        return held is not None and held.submit == Submit(move.raw, entry.move_signature)

    def fits(self, move: Move) -> bool:
        """Whether there is room for ``move`` among the unordered ones of its seat."""
        return fits(move, [held for key, held in self._unordered.items() if key[0] == move.seat])

    def hold(self, held: Held) -> None:
        """Keep a wanted move that fits."""
        self._unordered[_key(held.move)] = held

    def ready(self) -> Held | None:
        """The first move to arrive of those whose n is due."""
        return next((held for held in self._unordered.values() if self._due(held)), None)

    def ordered(self, entry: Entry) -> None:
        """``entry`` is in the chain; a ``hello`` ends what its seat's older sessions wanted."""
        if not isinstance(move := entry.move, Move):
            return
        key = _key(move)
        held = self._unordered.pop(key, None)
        if held is not None:
            self._ordered[key] = held
        if move.kind == Kind.HELLO:
            self._forget_sessions(move.seat, move.session)

    def final(self, entry: Entry) -> None:
        if isinstance(entry.move, Move):
            self._ordered.pop(_key(entry.move), None)

    def of(self, seat: int) -> list[Held]:
        """The moves of ``seat`` that are not final, in their order."""
        books = (self._ordered, self._unordered)
        return [held for book in books for key, held in book.items() if key[0] == seat]

    def unordered(self, before: float) -> Iterator[Held]:
        """Moves held since ``before`` or longer without a place in the chain."""
        return iter([held for held in self._unordered.values() if held.since <= before])

    def forwarded(self, seat: int | None, now: float) -> list[Held]:
        """Moves of others than ``seat`` to pass on now: due, and not passed on for a while."""
        due = [held for key, held in self._unordered.items() if key[0] != seat and self._due(held)]
        self._waits = {_key(held.move): self._wait(held, now) for held in due}
        ready = [held for held in due if self._waits[_key(held.move)].until <= now]
        for held in ready:
            pause = self._waits[_key(held.move)].pause
            self._waits[_key(held.move)] = _Wait(now + pause, 2 * pause)
        return ready

    def _wait(self, held: Held, now: float) -> _Wait:
        known = self._waits.get(_key(held.move))
        return known or _Wait(max(now, held.since + FORWARD_AFTER), FORWARD_AFTER)

    def _due(self, held: Held) -> bool:
        move = held.move
        return self._ledger.next_n(move.seat, move.session) == move.n

    def _forget_sessions(self, seat: int, session: bytes) -> None:
        for key in [key for key in self._unordered if key[0] == seat and key[1] != session]:
            del self._unordered[key]


def fits(move: Move, others: Sequence[Held]) -> bool:
    """Whether one seat may have ``move`` waiting beside the ``others``."""
    size = sum(len(held.move.raw) for held in others) + len(move.raw)
    return len(others) < MAX_PENDING and size <= PENDING_BYTES


def _key(move: Move) -> _Key:
    return move.seat, move.session, move.n
