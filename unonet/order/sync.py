"""Catching up: what to ask a peer for, and what to answer.

The module knows positions in the chain and sizes. It does NOT trust anything: whatever comes back
goes through the same checks as an entry from the leader.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Final

from unonet.errors import RemoteProtocolError
from unonet.ledger.entry import Entry
from unonet.ledger.ledger import Ledger
from unonet.order.certificates import Certificates
from unonet.order.messages import CHUNK_BYTES, CHUNK_ENTRIES, CHUNK_SEALS, Chunk, Heads, Want
from unonet.order.seals import Seals

PATIENCE: Final = 0.5
"""Seconds after which an unanswered question may be asked of somebody else."""
MAX_REST: Final = 8.0
"""Seconds after which a peer that was always asked in vain has its turn again."""

_FRAMING: Final = 160
"""More than the two signatures and the array around an entry take."""


class Asking:
    """At most one open question, so that nine peers do not send the same chunk nine times.

    A peer that was asked in vain waits for its next turn, longer each time, so that nobody who only
    promises keeps us from those who have.
    """

    def __init__(self) -> None:
        self._peer: int | None = None
        self._until = 0.0
        self._failures: dict[int, int] = {}
        self._resting: dict[int, float] = {}

    def in_turn(self, peers: Iterable[int], *, first: int, now: float) -> list[int]:
        """Who may be asked, in this order: whoever failed least, ``first`` among equals."""
        awake = [peer for peer in peers if self._resting.get(peer, now) <= now]
        return sorted(awake, key=lambda peer: (self._failures.get(peer, 0), peer != first))

    def open(self, peer: int, now: float) -> bool:
        """Start a question to ``peer``; False while it rests or another one waits for an answer."""
        if self._peer is not None and now < self._until:
            return False
        if self._peer is not None:
            self.failed(self._peer, now)
        self._peer = None
        if self._resting.get(peer, now) > now:
            return False
        self._peer, self._until = peer, now + PATIENCE
        return True

    def failed(self, peer: int, now: float) -> None:
        """``peer`` gave no answer in time, or one that brought nothing."""
        failures = self._failures[peer] = self._failures.get(peer, 0) + 1
        self._resting[peer] = now + min(PATIENCE * 2.0 ** (failures - 1), MAX_REST)

    def served(self, peer: int) -> None:
        """``peer`` brought something."""
        self._failures.pop(peer, None)
        self._resting.pop(peer, None)

    def close(self, peer: int) -> bool:
        """Whether ``peer`` was asked; the question is over."""
        asked = self._peer == peer
        if asked:
            self._peer = None
        return asked


def missing(ledger: Ledger, sealed_index: int, heads: Heads) -> Want | None:
    """What to ask a peer with these heads for; None when it has nothing that we lack.

    When its chain differs from ours we want the entry that shows it.
    """
    last = ledger.last_index
    if heads.last_index <= last and ledger.hash_at(heads.last_index) != heads.last_hash:
        return Want(max(heads.last_index, 1), sealed_index)
    if heads.last_index > last or heads.sealed_index > sealed_index:
        return Want(last + 1, sealed_index)
    return None


def chunk(
    ledger: Ledger, want: Want, *, up_to: int, certificates: Certificates, seals: Seals
) -> Chunk:
    """The answer to ``want``: as much as fits up to an index, with the proof that belongs to it."""
    entries = ledger.slice(want.from_index, min(want.from_index + CHUNK_ENTRIES, up_to + 1))
    entries = entries[: fitting(entries)]
    reached = entries[-1].index if entries else want.from_index - 1
    proof = certificates.for_chunk(want.from_index, reached)
    return Chunk(entries, proof, seals.above(want.sealed_index, reached))


def check_chunk(message: Chunk, last_index: int) -> None:
    """Raise RemoteProtocolError unless ``message`` answers a question of ours.

    Our chain ends at ``last_index``; when we asked it was not longer.
    """
    entries = message.entries
    if len(entries) > CHUNK_ENTRIES or len(message.seals) > CHUNK_SEALS:
        raise RemoteProtocolError(f"a chunk of {len(entries)} entries")
    if fitting(entries) != len(entries):
        raise RemoteProtocolError(f"a chunk of {sum(map(size, entries))} bytes")
    if entries and entries[0].index > last_index + 1:
        raise RemoteProtocolError("a chunk from further on than we asked for")
    if any(not _follows(b, a) for a, b in pairwise(entries)):
        raise RemoteProtocolError("a chunk with a hole")


def fitting(entries: Iterable[Entry]) -> int:
    """How many of ``entries`` go into one message: at least one, at most ``CHUNK_BYTES``."""
    total = count = 0
    for entry in entries:
        total += size(entry)
        if count and total > CHUNK_BYTES:
            break
        count += 1
    return count


def size(entry: Entry) -> int:
    """An upper bound of the bytes that ``entry`` takes in a message."""
    return len(entry.header.raw) + len(entry.move.raw) + _FRAMING


def _follows(entry: Entry, before: Entry) -> bool:
    return entry.index == before.index + 1 and entry.header.prev_hash == before.hash
