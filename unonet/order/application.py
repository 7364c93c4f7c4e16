"""What the replica asks of whatever is folded over the log.

The replica knows bytes and seats; the application knows what they mean, decides which entries are
no-ops, and never sees an entry that is not final.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from unonet.ledger.codec import Value
from unonet.ledger.entry import Entry, Seal
from unonet.ledger.kinds import Kind


class Application(Protocol):
    """A deterministic fold: the same entries give the same answers on every seat."""

    def work(self, entry: Entry) -> Callable[[], object] | None:
        """What takes long about the next entry and may be done before it, on another thread.

        None if it takes no time. ``apply`` gives the same with and without it.
        """

    def apply(self, entry: Entry) -> Any:
        """Fold one final entry; a move that is not legal is a no-op, never an exception."""

    def state_hash(self) -> bytes:
        """SHA-256 of the public state after the last applied entry; asked once per entry."""

    def live(self) -> tuple[int, ...]:
        """The seats that count in quorums after the last applied entry, ascending."""

    def proposal(self) -> tuple[Kind, Value] | None:
        """The system record that a leader should write now; asked again until it is in the log."""

    def seal_scores(self) -> tuple[int, ...] | None:
        """If the last applied entry ended a round or the match: the scores to sign."""

    def sealed(self, seal: Seal) -> None:
        """All seats that were live at the end of the round signed it."""
