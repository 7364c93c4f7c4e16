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

    def leave(self, now: float) -> Entry | None:
        """The entry that has waited long enough, once."""
        if self.until is None or now < self.until:
            return None
        entry, self.entry, self.until = self.entry, None, None
        return entry
