"""Which table each link speaks of, and what comes before we have come to it ourselves.

One link may carry several matches, one after the other; the order of each must hear of no other.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from unonet.wire.messages import Message, encode

EARLY_LIMIT: Final = 256
EARLY_BYTES: Final = 1024 * 1024
"""Messages that wait, and how long they are; what is dropped is sent again."""


class _Early(NamedTuple):
    key: bytes
    table_id: bytes
    message: Message
    size: int


class Gate:
    """A link speaks of the table that it has named last, and until then of none."""

    def __init__(self) -> None:
        self._tables: dict[bytes, bytes] = {}
        self._early: list[_Early] = []

    def names(self, key: bytes, table_id: bytes) -> None:
        """From now on this link speaks of this table."""
        self._tables[key] = table_id

    def opens(self, key: bytes, table_id: bytes) -> bool:
        """Whether what comes on this link now is about this table."""
        return self._tables.get(key) == table_id

    def hold(self, key: bytes, message: Message) -> None:
        """Keep a message that came before its table, if it can be told which that is."""
        table_id = self._tables.get(key)
        if table_id is None or len(self._early) >= EARLY_LIMIT:
            return
        early = _Early(key, table_id, message, len(encode(message)))
        if sum(kept.size for kept in self._early) + early.size <= EARLY_BYTES:
            self._early.append(early)

    def waiting(self, table_id: bytes) -> list[tuple[bytes, Message]]:
        """What came early for this table, in order; nothing waits after it."""
        early, self._early = self._early, []
        return [(kept.key, kept.message) for kept in early if kept.table_id == table_id]

    def close(self, key: bytes) -> None:
        """The link is gone, and with it what it said."""
        self._tables.pop(key, None)
        self._early = [kept for kept in self._early if kept.key != key]
