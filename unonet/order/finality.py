"""Which entry is final next, and the acks that prove it to others.

The module knows the roster, the acks and the quorum table. Entries are judged one by one from the
bottom, each by the roster that its predecessor left: an ack of an entry covers everything below
it, so this is rule F1 (an entry needs its own quorum and that of every open roster entry below).
"""

from __future__ import annotations

from collections.abc import Iterable

from unonet.ledger.entry import Certificate, Entry
from unonet.ledger.ledger import Ledger
from unonet.order.acks import BEHIND, Acks, Signed
from unonet.order.quorums import satisfied, seat_bits
from unonet.order.roster import target


class Finality:
    """The final prefix of one chain: ``index`` is its last entry, ``live`` the roster after it."""

    def __init__(self, ledger: Ledger, acks: Acks, live: Iterable[int]) -> None:
        self.index = 0
        self.live = seat_bits(live)
        self._ledger = ledger
        self._acks = acks
        self._rosters: dict[int, int] = {}

    def next(self) -> Entry | None:
        """The entry after the final ones, if its acks are enough."""
        index = self.index + 1
        if index > self._ledger.last_index:
            return None
        entry, voters = self._ledger.entry(index), self._acks.voters(index)
        enough = satisfied(
            entry.kind, target(entry), live=self.live, ackers=voters, silent=self._acks.silent
        )
        return entry if enough else None

    def advance(self, live: Iterable[int]) -> None:
        """The next entry is final and folded; ``live`` counts from now on."""
        self.index += 1
        self._rosters[self.index] = self.live
        self._rosters.pop(self.index - BEHIND, None)
        self.live = seat_bits(live)
        self._acks.final(self.index)

    def proves(self, index: int, acks: Iterable[Signed]) -> bool:
        """Whether these acks of the final entry ``index`` are a quorum of its roster."""
        roster = self._rosters.get(index)
        if roster is None:
            return False
        entry = self._ledger.entry(index)
        silent = {signed.ack.seat: signed.ack.silent for signed in acks}
        return satisfied(
            entry.kind, target(entry), live=roster, ackers=seat_bits(silent), silent=silent
        )

    def provable(self, above: int) -> int | None:
        """The newest final entry over ``above`` with a quorum of exact acks."""
        for index in range(self.index, max(above, self.index - BEHIND), -1):
            if self.proves(index, self._acks.exact(index).values()):
                return index
        return None

    def certificate(self, index: int, acks: list[Signed]) -> Certificate:
        """Proof of entry ``index`` from as few of ``acks`` as are enough."""
        chosen: list[Signed] = []
        for signed in acks:
            chosen.append(signed)
            if self.proves(index, chosen):
                break
        return Certificate.pack(index=index, entry_hash=self._ledger.entry(index).hash, acks=chosen)
