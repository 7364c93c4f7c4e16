"""Whether certificates and seals prove what they stand for, by the roster of their time.

Knows the quorums of ``order`` and who signed; the signatures themselves are for ``audit``, and who
counts after which entry is for the fold to say.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from unonet.errors import BadEntry
from unonet.ledger.entry import Certificate, Entry, Seal
from unonet.order import quorums
from unonet.order.roster import is_roster_entry, target


class Proofs:
    """The proofs in one log; ``judge`` takes its final entries one after another, from the first.

    A certificate proves everything up to its entry, so its acks must also be enough for each roster
    entry below it that nothing before has proven (F1 of protocol.md, section 8).
    """

    def __init__(self, certificates: Iterable[Certificate], seals: Iterable[Seal]) -> None:
        self._certificates = defaultdict[int, list[Certificate]](list)
        self._seals = defaultdict[int, list[Seal]](list)
        self._unproven: list[tuple[Entry, int]] = []
        for certificate in certificates:
            self._certificates[certificate.index].append(certificate)
        for seal in seals:
            self._seals[seal.index].append(seal)

    def judge(self, entry: Entry, *, before: Sequence[int], after: Sequence[int]) -> None:
        """Look at what proves ``entry``; the seats that were live before and after it are given.

        Raises BadEntry for acks that are no quorum, and for a seal that lacks a live seat.
        """
        live = quorums.seat_bits(before)
        for certificate in self._certificates[entry.index]:
            for judged, then in (*self._unproven, (entry, live)):
                _require_quorum(certificate, judged, then)
            self._unproven.clear()
        if is_roster_entry(entry) and not self._certificates[entry.index]:
            self._unproven.append((entry, live))
        for seal in self._seals[entry.index]:
            _require_all(seal, after)
            self._unproven.clear()


def _require_quorum(certificate: Certificate, entry: Entry, live: int) -> None:
    silent = {ack.seat: ack.silent for ack, _ in certificate.acks}
    ackers = quorums.seat_bits(silent)
    if not quorums.satisfied(entry.kind, target(entry), live=live, ackers=ackers, silent=silent):
        seat = certificate.acks[0][0].seat
        raise BadEntry("a certificate without a quorum", certificate.index, seat)


def _require_all(seal: Seal, live: Sequence[int]) -> None:
    seats = [seat for seat, _ in seal.signatures]
    if seats != list(live):
        raise BadEntry("a seal that not every live seat signed", seal.index, seats[0])
