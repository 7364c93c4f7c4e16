"""Moves that are not final: kept byte for byte, so that every retry is the same move.

The module knows authors, sessions and numbers. It does NOT know who leads, links or legality, and
checks no signature: whoever gives it a move has done so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from unonet.ledger.entry import Entry, Move
from unonet.ledger.kinds import Kind
from unonet.ledger.ledger import Ledger
from unonet.order.messages import Submit

MAX_PENDING: Final = 16
"""Unordered moves that are kept of one seat."""

_Key: TypeAlias = tuple[int, bytes, int]


@dataclass(frozen=True, slots=True)
class Held:
    move: Move
    submit: Submit
    since: float


class Pending:
    """All moves this replica holds, its own and those of others, in order of arrival."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._unordered: dict[_Key, Held] = {}
        self._ordered: dict[_Key, Held] = {}

    def wanted(self, move: Move) -> bool:
        """Whether ``move`` is neither in the chain, held, nor of a session that has ended."""
        due = self._ledger.next_n(move.seat, move.session)
        return due is not None and move.n >= due and _key(move) not in self._unordered

    def holds(self, entry: Entry) -> bool:
        """Whether ``entry`` orders, byte for byte, a move that is held and thus checked."""
        if not isinstance(move := entry.move, Move):
            return False
        held = self._unordered.get(_key(move))
        return held is not None and held.submit == Submit(move.raw, entry.move_signature)

    def full(self, seat: int) -> bool:
        return sum(key[0] == seat for key in self._unordered) >= MAX_PENDING

    def hold(self, held: Held) -> None:
        """Keep a wanted move of a seat that is not full."""
        self._unordered[_key(held.move)] = held

    def ready(self) -> Held | None:
        """The first move to arrive of those whose n is due."""
        for (seat, session, n), held in self._unordered.items():
            if self._ledger.next_n(seat, session) == n:
                return held
        return None

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

    def _forget_sessions(self, seat: int, session: bytes) -> None:
        for key in [key for key in self._unordered if key[0] == seat and key[1] != session]:
            del self._unordered[key]


def _key(move: Move) -> _Key:
    return move.seat, move.session, move.n
