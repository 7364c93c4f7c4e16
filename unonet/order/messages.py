"""What two replicas say to each other (protocol.md section 8): plain values, signed bytes inside.

This module knows the fields and their bounds. It does NOT know how they travel: ``unonet.wire``
turns each of them into one frame, with the tags of ``REGISTRY``. Later messages (votes, leader
certificates, evidence) get the next free tags.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from unonet.ledger.entry import Certificate, Entry, Seal

APPEND_ENTRIES: Final = 8
CHUNK_ENTRIES: Final = 64
CHUNK_BYTES: Final = 60_000
CHUNK_SEALS: Final = 16


class Submit(NamedTuple):
    """A signed move that its author wants ordered; anybody may pass it on."""

    move_raw: bytes
    signature: bytes


@dataclass(frozen=True, slots=True)
class Append:
    """New entries of the leader of ``term``: 1 to ``APPEND_ENTRIES``, ascending without a gap."""

    term: int
    entries: tuple[Entry, ...]
    certificate: Certificate | None = None


class AckMessage(NamedTuple):
    """An ``Ack`` as its seat signed it; only that seat's own link carries it."""

    ack_raw: bytes
    signature: bytes


@dataclass(frozen=True, slots=True)
class Heads:
    """Where a replica stands, unsigned; its peers answer with what it lacks.

    ``sealed_index`` is the entry of its newest complete seal, 0 before the first.
    ``certificate`` is the newest one it holds, filled in by the leader only.
    """

    term: int
    final_index: int
    last_index: int
    last_hash: bytes
    sealed_index: int
    certificate: Certificate | None = None


@dataclass(frozen=True, slots=True)
class Want:
    """Asks for entries from ``from_index`` on and for the seals above ``sealed_index``."""

    from_index: int
    sealed_index: int = 0


@dataclass(frozen=True, slots=True)
class Chunk:
    """The answer to one ``Want``: at most ``CHUNK_ENTRIES`` consecutive entries and
    ``CHUNK_BYTES`` bytes of them (a single larger entry travels alone), ``CHUNK_SEALS`` seals."""

    entries: tuple[Entry, ...]
    certificate: Certificate | None = None
    seals: tuple[Seal, ...] = ()


@dataclass(frozen=True, slots=True)
class SealShare:
    """One seat's signature over the end of a round; ``Seal`` gathers all of them."""

    index: int
    entry_hash: bytes
    state_hash: bytes
    scores: tuple[int, ...]
    seat: int
    signature: bytes


Message: TypeAlias = Submit | Append | AckMessage | Heads | Want | Chunk | SealShare

REGISTRY: Final[dict[int, type[Message]]] = {
    32: Submit,
    33: Append,
    34: AckMessage,
    35: Heads,
    36: Want,
    37: Chunk,
    38: SealShare,
}
"""Tag on the wire → message; 39 to 63 are kept for elections and evidence."""
