"""A log file as the table's history: genesis, chain, and what proves where the final part ends.

Checks structure: that frames follow each other as a node writes them and that every hash fits. It
lists the signatures to check but checks none itself, and folds nothing (``replay``, ``audit``), so
that it cannot tell whether those who signed were enough (``proofs``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from unonet.errors import BadEntry, BadSignature, BrokenChain, DecodeError, RemoteProtocolError
from unonet.ledger.entry import VERSION, Ack, Certificate, Entry, Seal
from unonet.ledger.identity import verify
from unonet.ledger.ledger import Ledger
from unonet.ledger.store import Frame, FrameType, LogFile, Versions, read_log
from unonet.order.acks import check_ack
from unonet.order.chain import TERM, first_leader
from unonet.table.terms import RULES_VERSION, Genesis, read_genesis


@dataclass(frozen=True, slots=True)
class Claim:
    """One signature in the log: whose it is said to be, over what, about which entry."""

    index: int
    seat: int
    domain: str
    signature: bytes
    body: bytes


class History:
    """What one log file says. Raises from ``load`` when it cannot be a table's log."""

    def __init__(self, genesis: Genesis) -> None:
        terms = genesis.terms
        self.genesis = genesis
        self.terms = terms
        self.ledger = Ledger(terms.table_id, terms.keys, genesis.hash)
        self.leader = first_leader(terms.table_id, len(terms.keys))
        self.certificates: list[Certificate] = []
        self.seals: list[Seal] = []
        self.claims: list[Claim] = []
        self.final_index = 0

    @classmethod
    def load(cls, path: Path) -> History:
        """The history in ``path``.

        Raises CorruptLog(offset) for bytes that no node wrote, BrokenChain (BadSignature, BadEntry
        among them) with index and seat for frames that do not fit together.
        """
        return cls.of(read_log(path))

    @classmethod
    def of(cls, log: LogFile) -> History:
        """The same for a log that has been read."""
        history, fault = cls.scan(log)
        if fault is not None:
            raise fault
        return history

    @classmethod
    def scan(cls, log: LogFile) -> tuple[History, BrokenChain | None]:
        """As far as the frames fit together, and the first one that does not.

        Raises BadEntry of index 0 when there is not even a genesis.
        """
        _check_versions(log.versions)
        if not log.frames or log.frames[0].frame_type is not FrameType.GENESIS:
            raise BadEntry("the log does not start with a genesis", 0)
        history = cls(_genesis(log.frames[0].body))
        if history.terms.table_id != log.table_id:
            raise BadEntry("the file header names another table than the genesis", 0)
        try:
            for frame in log.frames[1:]:
                history._take(frame)
        except BrokenChain as fault:
            return history, fault
        return history, None

    def holds(self, claim: Claim) -> bool:
        return verify(
            self.terms.keys[claim.seat],
            claim.signature,
            domain=claim.domain,
            context=self.terms.table_id,
            body=claim.body,
        )

    def final_entries(self) -> tuple[Entry, ...]:
        """Entries 1 to the last one that a certificate or a seal makes final."""
        return self.ledger.slice(1, self.final_index + 1)

    def _take(self, frame: Frame) -> None:
        take = _TAKERS.get(frame.frame_type)
        if take is None:
            raise BadEntry(f"a {frame.frame_type.name} frame has no place here", self._next)
        try:
            take(self, frame.body)
        except DecodeError as error:
            raise BadEntry(str(error), self._next) from error

    @property
    def _next(self) -> int:
        return self.ledger.last_index + 1

    def _take_entry(self, raw: bytes) -> None:
        entry = Entry.unpack(raw, f"entry[{self._next}]")
        try:
            self._append(entry)
        except BrokenChain:
            # Only what somebody signed tells about that seat.
            for claim in self._claims(entry, self._next):
                if not self.holds(claim):
                    raise unsigned(claim) from None
            raise
        self.claims += self._claims(entry, entry.index)

    def _claims(self, entry: Entry, index: int) -> list[Claim]:
        """Those of an entry; none if they are of seats that this table does not have."""
        if max(entry.header.leader, entry.seat or 0) >= len(self.terms.keys):
            return []
        return [
            Claim(index, job.seat, job.domain, job.signature, job.body)
            for job in self.ledger.signature_jobs(entry)
        ]

    def _append(self, entry: Entry) -> None:
        header = entry.header
        if (header.term, header.leader) != (TERM, self.leader):
            raise BadEntry(
                "an entry that another seat than the leader ordered", self._next, header.leader
            )
        self.ledger.append(entry, check=False)

    def _take_certificate(self, raw: bytes) -> None:
        certificate = Certificate.unpack(raw, "certificate")
        seats = [ack.seat for ack, _ in certificate.acks]
        self._check_place(certificate.index, certificate.entry_hash)
        self._check_seats(certificate.index, seats)
        for ack, signature in certificate.acks:
            self._check_ack(ack, signature)
        self.certificates.append(certificate)
        self.claims += [
            Claim(ack.index, ack.seat, "ack", signature, ack.raw)
            for ack, signature in certificate.acks
        ]
        self.final_index = max(self.final_index, certificate.index)

    def _take_seal(self, raw: bytes) -> None:
        seal = Seal.unpack(raw, "seal")
        seats = [seat for seat, _ in seal.signatures]
        self._check_place(seal.index, seal.entry_hash)
        self._check_seats(seal.index, seats)
        self.seals.append(seal)
        self.claims += [
            Claim(seal.index, seat, "seal", signature, seal.statement)
            for seat, signature in seal.signatures
        ]
        self.final_index = max(self.final_index, seal.index)

    def _check_place(self, index: int, entry_hash: bytes) -> None:
        known = 0 < index <= self.ledger.last_index
        if not known or self.ledger.hash_at(index) != entry_hash:
            raise BrokenChain("signatures under an entry that is not in this log", index)

    def _check_seats(self, index: int, seats: list[int]) -> None:
        if max(seats) >= len(self.terms.keys):
            raise BadEntry("a signature of a seat that is not at this table", index)

    def _check_ack(self, ack: Ack, signature: bytes) -> None:
        try:
            check_ack(ack, term=TERM)
        except RemoteProtocolError as error:
            claim = Claim(ack.index, ack.seat, "ack", signature, ack.raw)
            if not self.holds(claim):
                raise unsigned(claim) from error
            raise BadEntry(str(error), ack.index, ack.seat) from error


def _check_versions(versions: Versions) -> None:
    if versions[1:] != (RULES_VERSION, VERSION):
        raise BadEntry(f"the log is of {versions.application!r}, with other rules", 0)


def unsigned(claim: Claim) -> BadSignature:
    """What a claim that does not hold is called."""
    what = f"seat {claim.seat} did not sign this {claim.domain}"
    return BadSignature(what, claim.index, claim.seat)


def _genesis(raw: bytes) -> Genesis:
    try:
        return read_genesis(raw)
    except DecodeError as error:
        raise BadEntry(str(error), 0) from error


_TAKERS: Final[dict[FrameType, Callable[[History, bytes], None]]] = {
    FrameType.ENTRY: History._take_entry,
    FrameType.CERTIFICATE: History._take_certificate,
    FrameType.SEAL: History._take_seal,
}
"""Nobody writes the other types yet; nothing is let in that no signature covers."""
