"""Proofs of finality for those who did not hear the acks.

The module checks every signature that goes into a certificate or comes out of one. It does NOT
know links or files; whether acks are a quorum is for ``Finality`` to say.

A later certificate makes earlier ones superfluous, except those of roster entries (F6): acks that
are enough after somebody left may be too few for what stood there before. So a roster entry that is
final is *owed* a certificate, and nothing above it is proven before it.
"""

from __future__ import annotations

from unonet.errors import RemoteProtocolError
from unonet.ledger.entry import Certificate
from unonet.ledger.ledger import Ledger
from unonet.order.acks import Acks, Signed, States, check_ack
from unonet.order.finality import Finality


class Certificates:
    """The newest certificate of one table, and one that waits for our fold to get there."""

    def __init__(self, ledger: Ledger, acks: Acks, finality: Finality, states: States) -> None:
        self.newest: Certificate | None = None
        self._of_rosters: list[Certificate] = []
        self._owed: list[int] = []
        self._candidate: Certificate | None = None
        self._ledger = ledger
        self._acks = acks
        self._finality = finality
        self._states = states

    @property
    def index(self) -> int:
        """The entry that the newest certificate proves, 0 without one."""
        return self.newest.index if self.newest else 0

    @property
    def owed(self) -> int | None:
        """The first final roster entry without a certificate here."""
        return self._owed[0] if self._owed else None

    def owe(self, index: int) -> None:
        """The roster entry ``index`` is final."""
        self._owed.append(index)

    def take(self, certificate: Certificate) -> None:
        """Keep a certificate that has been checked, of an entry above all others."""
        self.newest = certificate
        if certificate.index in self._owed:
            self._of_rosters.append(certificate)
        self.proven(certificate.index)

    def proven(self, index: int) -> None:
        """A certificate or a seal proves everything up to ``index``."""
        self._owed = [owed for owed in self._owed if owed > index]

    def of_roster(self, first: int, last: int) -> Certificate | None:
        """The certificate of the first roster entry in ``first..last`` that has one here."""
        return next((one for one in self._of_rosters if first <= one.index <= last), None)

    def for_chunk(self, first: int, last: int) -> Certificate | None:
        """What goes with these entries: of the first roster entry among them, or the newest."""
        newest = self.newest if self.index <= last else None
        return self.of_roster(first, last) or newest

    def wanted(self, certificate: Certificate) -> bool:
        """Whether it proves an entry of our chain above what we can prove."""
        return (
            self.index < certificate.index <= self._ledger.last_index
            and self._ledger.entry(certificate.index).hash == certificate.entry_hash
        )

    def open(self, certificate: Certificate, *, term: int) -> list[Signed]:
        """Its acks, every signature checked, to be counted like those from a link.

        Raises RemoteProtocolError: whoever passes a certificate on has checked it.
        """
        acks = [Signed(ack, signature) for ack, signature in certificate.acks]
        for signed in acks:
            seat = signed.ack.seat
            if seat >= len(self._ledger.keys):
                raise RemoteProtocolError(f"a certificate with an ack of seat {seat}")
            check_ack(signed.ack, term=term)
            if not self._genuine(signed):
                raise RemoteProtocolError(f"a certificate with an ack that seat {seat} never made")
        self._candidate = certificate
        return acks

    def settle(self) -> Certificate | None:
        """The certificate that came in, once its entry is final here and its acks are a quorum."""
        candidate = self._candidate
        if candidate is None or candidate.index > self._finality.index:
            return None
        self._candidate = None
        acks = [Signed(ack, signature) for ack, signature in candidate.acks]
        if not self.index < candidate.index <= self._limit:
            return None
        if not all(self._states.confirms(ack) for ack, _ in acks):
            return None
        if not self._finality.proves(candidate.index, acks):
            return None
        self.take(candidate)
        return candidate

    def make(self, own: int) -> Certificate | list[int] | None:
        """Prove the newest final entry that acks can prove, ``own`` being our seat.

        Instead of a certificate it may be the seats whose acks turn out not to be theirs; None:
        there is nothing new to prove.
        """
        index = self._finality.provable(self.index, self._limit, self._fit)
        if index is None:
            return None
        draft = self._finality.certificate(index, self._fit(index))
        liars = [
            ack.seat
            for ack, signature in draft.acks
            if ack.seat != own and not self._genuine(Signed(ack, signature))
        ]
        if liars:
            return liars
        self.take(draft)
        return draft

    @property
    def _limit(self) -> int:
        """The last entry that may be proven now."""
        return self._finality.index if self.owed is None else self.owed

    def _fit(self, index: int) -> list[Signed]:
        """The acks that may go into a certificate of ``index``, ascending seats."""
        exact = sorted(self._acks.exact(index).items())
        return [signed for _, signed in exact if self._states.confirms(signed.ack)]

    def _genuine(self, signed: Signed) -> bool:
        return signed.genuine(self._ledger.keys[signed.ack.seat], self._ledger.table_id)
