"""A roster entry waits for 300 ms before it enters the chain, so that a second one is seen (F4).

The module knows one entry and a time. Whoever gives it an entry has checked it, and asks again for
what comes behind it.
"""

from __future__ import annotations

from typing import Final

from unonet.ledger.entry import Entry

HOLD: Final = 0.3
"""Seconds between the first sight of a roster entry and its place in the chain."""


class Quarantine:
    """Room for one entry, the next of the chain; it is given back when its time has come."""

    def __init__(self) -> None:
        self.entry: Entry | None = None
        self.until: float | None = None

    def enter(self, entry: Entry, now: float) -> None:
        self.entry, self.until = entry, now + HOLD

    def due(self, now: float) -> bool:
        """Whether the entry has waited long enough."""
        return self.until is not None and now >= self.until

    def leave(self) -> Entry:
        """The entry that waits, which waits no longer."""
        entry, self.entry, self.until = self.entry, None, None
        assert entry is not None, "somebody waits"
        return entry
