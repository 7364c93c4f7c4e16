"""The end of a round under the signatures of everybody who was live in it.

The module gathers shares outside the chain and checks each signature before it counts. It does NOT
know links, time or files, nor what a score means.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from unonet.errors import RemoteProtocolError
from unonet.ledger.entry import Seal, seal_statement
from unonet.ledger.identity import Identity, verify
from unonet.order.effects import Divergence
from unonet.order.messages import CHUNK_SEALS, SealShare


@dataclass(frozen=True, slots=True)
class Ending:
    """What our own fold says about the end of a round, and who was live in it."""

    index: int
    entry_hash: bytes
    state_hash: bytes
    scores: tuple[int, ...]
    signers: frozenset[int]


@dataclass(slots=True)
class _Gathering:
    ending: Ending
    own: SealShare | None
    signatures: dict[int, bytes] = field(default_factory=dict)


class Seals:
    """Shares and complete seals of one table."""

    def __init__(self, table_id: bytes, keys: Sequence[bytes]) -> None:
        self._table_id = table_id
        self._keys = keys
        self._open: dict[int, _Gathering] = {}
        self._early: dict[int, SealShare] = {}
        self._complete: list[Seal] = []

    @property
    def newest(self) -> int:
        """The last entry up to which every seal is complete, 0 before the first."""
        first_open = min(self._open, default=None)
        complete = [seal.index for seal in self._complete]
        if first_open is not None:
            complete = [index for index in complete if index < first_open]
        return complete[-1] if complete else 0

    def above(self, index: int, up_to: int) -> tuple[Seal, ...]:
        """Complete seals of entries in ``index + 1 .. up_to``, the oldest first."""
        wanted = [seal for seal in self._complete if index < seal.index <= up_to]
        return tuple(wanted[:CHUNK_SEALS])

    def own_shares(self, above: int) -> list[SealShare]:
        """What a peer whose newest seal is ``above`` may lack of us, while we lack the seal too."""
        shares = [gathering.own for gathering in self._open.values() if gathering.own]
        return [share for share in shares if share.index > above]

    def begin(self, ending: Ending, *, seat: int | None, identity: Identity) -> SealShare | None:
        """Our fold ended a round: our own share of its seal, if we were live in it."""
        own = None
        if seat in ending.signers:
            signature = identity.sign("seal", self._table_id, statement(ending))
            own = SealShare(
                ending.index, ending.entry_hash, ending.state_hash, ending.scores, seat, signature
            )
        self._open[ending.index] = _Gathering(ending, own)
        return own

    def early(self, share: SealShare) -> None:
        """Keep the newest share of a seat whose fold is ahead of ours."""
        self._early[share.seat] = share

    def due(self, index: int) -> list[SealShare]:
        """Shares kept by ``early`` that entry ``index`` makes ready to be taken."""
        due = [share for share in self._early.values() if share.index <= index]
        for share in due:
            del self._early[share.seat]
        return due

    def take_share(self, share: SealShare) -> Seal | Divergence | None:
        """Count a share of a folded entry: the seal with the last one, None with the others.

        A share that nobody waits for changes nothing; RemoteProtocolError: a wrong signature.
        """
        gathering = self._open.get(share.index)
        if gathering is None or share.seat not in gathering.ending.signers:
            return None
        if share.seat in gathering.signatures:
            return None
        if not self._signed(share.seat, share.signature, statement(share)):
            raise RemoteProtocolError(f"a share of a seal that seat {share.seat} did not sign")
        if statement(share) != statement(gathering.ending):
            return _divergence(gathering.ending, share, share.seat, share.signature)
        gathering.signatures[share.seat] = share.signature
        if gathering.signatures.keys() != gathering.ending.signers:
            return None
        return self._complete_with(gathering)

    def take_seal(self, seal: Seal) -> Seal | Divergence | None:
        """Take a complete seal that a peer passed on; None when no round waits for it (yet).

        RemoteProtocolError: it is not signed by exactly those who were live.
        """
        gathering = self._open.get(seal.index)
        if gathering is None:
            return None
        if {seat for seat, _ in seal.signatures} != gathering.ending.signers:
            raise RemoteProtocolError(f"the seal of entry {seal.index} lacks somebody")
        if not all(self._signed(seat, sig, seal.statement) for seat, sig in seal.signatures):
            raise RemoteProtocolError(f"a wrong signature in the seal of entry {seal.index}")
        if seal.statement != statement(gathering.ending):
            return _divergence(gathering.ending, seal, *seal.signatures[0])
        self._close(seal)
        return seal

    def _complete_with(self, gathering: _Gathering) -> Seal:
        ending = gathering.ending
        seal = Seal.pack(
            index=ending.index,
            entry_hash=ending.entry_hash,
            state_hash=ending.state_hash,
            scores=ending.scores,
            signatures=list(gathering.signatures.items()),
        )
        self._close(seal)
        return seal

    def _close(self, seal: Seal) -> None:
        del self._open[seal.index]
        self._complete.append(seal)
        self._complete.sort(key=lambda kept: kept.index)

    def _signed(self, seat: int, signature: bytes, body: bytes) -> bool:
        key = self._keys[seat]
        return verify(key, signature, domain="seal", context=self._table_id, body=body)


def statement(end: Ending | SealShare | Seal) -> bytes:
    """The bytes that a share, and the seal it becomes part of, are signatures over."""
    return seal_statement(
        index=end.index,
        entry_hash=end.entry_hash,
        state_hash=end.state_hash,
        scores=end.scores,
    )


def _divergence(ours: Ending, theirs: SealShare | Seal, seat: int, signature: bytes) -> Divergence:
    return Divergence(
        seat=seat,
        index=ours.index,
        entry_hash=ours.entry_hash,
        ours=ours.state_hash,
        theirs=theirs.state_hash,
        signed=(statement(theirs), signature),
    )
