"""What a leader writes next: system records that the application proposes, then moves as they came.

The module knows the order in which records are taken. It judges nothing: legality is the fold's
business, signatures were checked when a move came in.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from unonet.ledger.codec import MAX_BODY
from unonet.ledger.entry import Entry, SystemRecord
from unonet.ledger.identity import Identity
from unonet.ledger.kinds import Kind
from unonet.ledger.ledger import Ledger
from unonet.order.application import Application
from unonet.order.chain import Chain
from unonet.order.messages import APPEND_ENTRIES, Append
from unonet.order.pending import Pending
from unonet.order.sync import fitting, size

WINDOW: Final = APPEND_ENTRIES
"""Entries that a leader lets be in the chain without being final."""
WINDOW_BYTES: Final = MAX_BODY
"""It adds no move while those have more bytes than this, so that no link is flooded."""


class Leading:
    """The pen of a seat while it leads."""

    def __init__(
        self,
        chain: Chain,
        ledger: Ledger,
        pending: Pending,
        application: Application,
        identity: Identity,
    ) -> None:
        self._chain = chain
        self._ledger = ledger
        self._pending = pending
        self._application = application
        self._identity = identity
        self._ask = True

    def ask(self) -> None:
        """Something changed: the application may have a proposal."""
        self._ask = True

    def write(self, final_index: int) -> Entry | None:
        """Sign the next entry and put it into the chain, if there is one and the window is open."""
        if self._ledger.last_index - final_index >= WINDOW:
            return None
        proposal = self._proposal(final_index)
        if proposal is not None:
            return self._chain.sign(self._identity, proposal, b"")
        held = self._pending.ready()
        if held is None or self._bytes_are_enough(final_index):
            return None
        return self._chain.sign(self._identity, held.move, held.submit.signature)

    def announce(self, entries: list[Entry]) -> Iterator[Append]:
        """As few messages as the entries fit into."""
        while entries:
            count = fitting(entries)
            yield Append(self._chain.term, tuple(entries[:count]))
            entries = entries[count:]

    def _bytes_are_enough(self, final_index: int) -> bool:
        tail = self._ledger.slice(final_index + 1, self._ledger.last_index + 1)
        return sum(map(size, tail)) >= WINDOW_BYTES

    def _proposal(self, final_index: int) -> SystemRecord | None:
        if not self._ask:
            return None
        self._ask = False
        proposal = self._application.proposal()
        if proposal is None or self._in_flight(proposal[0], final_index):
            return None
        kind, body = proposal
        return SystemRecord.pack(kind=kind, body=body)

    def _in_flight(self, kind: Kind, final_index: int) -> bool:
        tail = self._ledger.slice(final_index + 1, self._ledger.last_index + 1)
        return any(entry.kind == kind for entry in tail)
