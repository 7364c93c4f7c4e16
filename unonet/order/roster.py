"""Entries that change who counts: which they are, and whom they are about.

The module knows kinds and bodies. What an entry really does to the roster is for the fold to say: a
``leave`` of somebody who has left does nothing.
"""

from __future__ import annotations

from typing import Final

from unonet.ledger.entry import Entry
from unonet.ledger.kinds import Kind

ROSTER_KINDS: Final = frozenset((Kind.LEAVE,))
"""Only what the fold carries out: a kind that does nothing must not get another quorum than others.
Bench and Return join with the records that make them happen."""


def is_roster_entry(entry: Entry) -> bool:
    return entry.move.kind in ROSTER_KINDS and entry.body == ()


def target(entry: Entry) -> int | None:
    """The seat that a roster entry is about; None for any other entry, and for a malformed one."""
    return entry.seat if is_roster_entry(entry) else None
