"""Who acked what in this term, and what each of them claimed about the state.

The module knows the chain (read only), acks and bit sets of seats. It does NOT know when acks are
enough (``quorums``) nor what follows from it (``replica``). Signatures are not looked at when an
ack comes in: an authenticated link brought it, and it is checked before it leaves the house in a
certificate or a report.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from unonet.errors import RemoteProtocolError
from unonet.ledger.entry import Ack
from unonet.ledger.identity import verify
from unonet.ledger.ledger import Ledger
from unonet.order.effects import Divergence

AHEAD: Final = 64
"""Acks of entries further than this above our chain are not kept; heartbeats bring them again."""
BEHIND: Final = 64
"""So many final entries keep their exact acks and their roster, for certificates. An ack is of an
entry at most this far above the one whose state it names, so that everybody can compare that."""


def check_ack(ack: Ack, *, term: int) -> None:
    """Raise RemoteProtocolError for what no honest seat signs.

    The one judgement of links, certificates and audits: what the first lets in, the last accepts.
    """
    if ack.term != term:
        raise RemoteProtocolError(f"an ack of seat {ack.seat} in term {ack.term}")
    if not ack.index or not ack.index - BEHIND <= ack.applied_index <= ack.index:
        raise RemoteProtocolError(f"an ack of entry {ack.index} after {ack.applied_index}")


class Signed(NamedTuple):
    ack: Ack
    signature: bytes

    def genuine(self, key: bytes, table_id: bytes) -> bool:
        """Whether the seat with ``key`` signed this ack at this table."""
        return verify(key, self.signature, domain="ack", context=table_id, body=self.ack.raw)


class Acks:
    """The acks of one term over one chain."""

    def __init__(self, ledger: Ledger) -> None:
        seats = len(ledger.keys)
        self._ledger = ledger
        self._newest = [0] * seats
        self._voters: dict[int, int] = {}
        self._exact: dict[int, dict[int, Signed]] = {}
        self._ahead: dict[int, dict[int, Signed]] = {}
        self._void = 0
        self._final = 0
        self.silent = dict.fromkeys(range(seats), 0)

    def add(self, signed: Signed) -> bool:
        """Count an ack of our chain, keep one from above it; True when it was counted."""
        ack, last = signed.ack, self._ledger.last_index
        if self._void >> ack.seat & 1 or ack.index > last + AHEAD:
            return False
        if ack.index > last:
            self._ahead.setdefault(ack.index, {}).setdefault(ack.seat, signed)
            return False
        if self._ledger.entry(ack.index).hash != ack.entry_hash:
            return False
        self._count(signed)
        return True

    def appended(self, index: int) -> list[Signed]:
        """The chain reached ``index``: the early acks that count from now on."""
        early = self._ahead.pop(index, {}).values()
        return [signed for signed in early if self.add(signed)]

    def voters(self, index: int) -> int:
        """The seats whose newest counted ack covers the entry ``index``, which is not final."""
        return self._voters.get(index, 0)

    def exact(self, index: int) -> dict[int, Signed]:
        """Acks of precisely this entry by seat: only these fit into its certificate."""
        return self._exact.get(index, {})

    def void(self, seat: int) -> None:
        """Nothing that ``seat`` acked in this term counts, except where it already did."""
        self._void |= 1 << seat
        for index in self._voters:
            self._voters[index] &= ~(1 << seat)
        for book in (*self._exact.values(), *self._ahead.values()):
            book.pop(seat, None)

    def final(self, index: int) -> None:
        """Entry ``index`` is final: forget what nobody will ask about."""
        self._final = index
        self._voters.pop(index, None)
        self._exact.pop(index - BEHIND, None)

    def _count(self, signed: Signed) -> None:
        ack = signed.ack
        if ack.index > self._final - BEHIND:
            self._exact.setdefault(ack.index, {}).setdefault(ack.seat, signed)
        newest = self._newest[ack.seat]
        if ack.index <= newest:
            return
        bit = 1 << ack.seat
        for index in range(max(newest, self._final) + 1, ack.index + 1):
            self._voters[index] = self._voters.get(index, 0) | bit
        self._newest[ack.seat] = ack.index
        self.silent[ack.seat] = ack.silent


class States:
    """State hashes by entry: our own of late, and what acks claim about entries still to come."""

    def __init__(self, state_hash: bytes) -> None:
        self._own = {0: state_hash}
        self._index = 0
        self._claims: dict[int, dict[tuple[int, int], Signed]] = {}
        self._doubtful: list[tuple[Signed, Divergence]] = []

    @property
    def newest(self) -> bytes:
        return self._own[self._index]

    def compare(self, signed: Signed) -> None:
        """Hold an ack of our chain against our own fold, later if that is not there yet."""
        ack = signed.ack
        if ack.applied_index > self._index:
            claims = self._claims.setdefault(ack.applied_index, {})
            claims.setdefault((ack.seat, ack.index), signed)
        elif self._own.get(ack.applied_index, ack.state_hash) != ack.state_hash:
            self._doubtful.append((signed, self._divergence(signed)))

    def comparable(self, ack: Ack) -> bool:
        """Whether our fold of ``applied_index`` is still known, or yet to come."""
        return ack.applied_index > self._index or ack.applied_index in self._own

    def confirms(self, ack: Ack) -> bool:
        """Whether our own fold has the state that ``ack`` names: only these go into proofs."""
        return self._own.get(ack.applied_index) == ack.state_hash

    def applied(self, index: int, state_hash: bytes) -> None:
        """Our fold of entry ``index`` has ``state_hash``."""
        self._own[index] = state_hash
        self._index = index
        # An exact ack is kept BEHIND below final, and its state may lie as far below it again.
        self._own.pop(index - 2 * BEHIND, None)
        for signed in self._claims.pop(index, {}).values():
            self.compare(signed)

    def doubtful(self) -> list[tuple[Signed, Divergence]]:
        """Acks that differ from our fold, each once: lies about a signature, or a desync."""
        doubtful, self._doubtful = self._doubtful, []
        return doubtful

    def _divergence(self, signed: Signed) -> Divergence:
        ack = signed.ack
        return Divergence(
            seat=ack.seat,
            index=ack.applied_index,
            entry_hash=ack.entry_hash,
            ours=self._own[ack.applied_index],
            theirs=ack.state_hash,
            signed=(ack.raw, signed.signature),
        )
