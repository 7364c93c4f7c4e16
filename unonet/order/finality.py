"""Which entry is final next, and the acks that prove it to others.

The module knows the roster, the acks and the quorum table. Entries become final one by one from the
bottom, each judged by the roster that its predecessor left; a roster entry that is final takes
along everything below it. An ack of an entry covers all below, so this is rule F1: an entry needs
its own quorum and that of every open roster entry below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from unonet.ledger.entry import Certificate, Entry
from unonet.ledger.ledger import Ledger
from unonet.order.acks import BEHIND, Acks, Signed
from unonet.order.quorums import satisfied, seat_bits
from unonet.order.roster import is_roster_entry, target


class Finality:
    """The final prefix of one chain: ``index`` is its last entry, ``live`` the roster after it.

    ``open`` is the first roster entry of the chain above the final ones (F2: there is no second).
    """

    def __init__(self, ledger: Ledger, acks: Acks, live: Iterable[int]) -> None:
        self.index = 0
        self.live = seat_bits(live)
        self.open: Entry | None = None
        self._ledger = ledger
        self._acks = acks
        self._rosters: dict[int, int] = {}
        for entry in ledger.slice(1, ledger.last_index + 1):
            self.appended(entry)

    def next(self) -> Entry | None:
        """The entry after the final ones, if its acks are enough."""
        index = self.index + 1
        if index > self._ledger.last_index:
            return None
        entry = self._ledger.entry(index)
        if self._acked(entry) or (self.open is not None and self._acked(self.open)):
            return entry
        return None

    def appended(self, entry: Entry) -> None:
        """``entry`` is the last one of the chain now."""
        if self.open is None and is_roster_entry(entry):
            self.open = entry

    def advance(self, live: Iterable[int]) -> None:
        """The next entry is final and folded; ``live`` counts from now on."""
        self.index += 1
        if self.open is not None and self.open.index == self.index:
            self.open = self._next_open()
        self._rosters[self.index] = self.live
        self._rosters.pop(self.index - BEHIND, None)
        self.live = seat_bits(live)
        self._acks.final(self.index)

    def proves(self, index: int, acks: Iterable[Signed]) -> bool:
        """Whether these acks of the final entry ``index`` are a quorum of its roster."""
        roster = self._rosters.get(index)
        if roster is None:
            return False
        return _satisfied(self._ledger.entry(index), acks, roster)

    def enough(self, entry: Entry, acks: Iterable[Signed]) -> bool:
        """Whether these acks make ``entry``, which comes next, final; no roster entry is open."""
        return _satisfied(entry, acks, self.live)

    def provable(self, above: int, up_to: int, fit: Callable[[int], list[Signed]]) -> int | None:
        """The newest final entry in ``above + 1 .. up_to`` whose ``fit`` acks are a quorum."""
        for index in range(up_to, max(above, self.index - BEHIND), -1):
            if self.proves(index, fit(index)):
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

    def _acked(self, entry: Entry) -> bool:
        return satisfied(
            entry.kind,
            target(entry),
            live=self.live,
            ackers=self._acks.voters(entry.index),
            silent=self._acks.silent,
        )

    def _next_open(self) -> Entry | None:
        tail = self._ledger.slice(self.index + 1, self._ledger.last_index + 1)
        return next(filter(is_roster_entry, tail), None)


def _satisfied(entry: Entry, acks: Iterable[Signed], live: int) -> bool:
    silent = {signed.ack.seat: signed.ack.silent for signed in acks}
    return satisfied(entry.kind, target(entry), live=live, ackers=seat_bits(silent), silent=silent)
