"""The chain of entries in memory: what may follow what, and who must have signed it.

The ledger knows keys by seat, hashes, terms and the numbers of moves. It does not know when an
entry is final, what a record means, or files: those are ``order``, ``table`` and ``store``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from unonet.errors import BadSignature, BrokenChain, LocalProtocolError
from unonet.ledger.entry import Entry, Move, record_limit, sha256
from unonet.ledger.identity import verify
from unonet.ledger.kinds import Kind


class SignatureJob(NamedTuple):
    """One signature to check, free of any state: jobs may run in threads, in any order."""

    key: bytes
    signature: bytes
    domain: str
    context: bytes
    body: bytes
    seat: int

    def holds(self) -> bool:
        return verify(
            self.key, self.signature, domain=self.domain, context=self.context, body=self.body
        )


class Ledger:
    """Entries 1.. of one table above its genesis (index 0); whatever raises has changed nothing."""

    __slots__ = ("_entries", "_genesis_hash", "_numbers", "_sessions", "keys", "table_id")

    def __init__(self, table_id: bytes, keys: Sequence[bytes], genesis_hash: bytes) -> None:
        self.table_id = table_id
        self.keys = tuple(keys)
        self._genesis_hash = genesis_hash
        self._entries: list[Entry] = []
        # The last n of every session that a seat ever opened, and the one that is open.
        self._numbers: dict[tuple[int, bytes], int] = {}
        self._sessions: dict[int, bytes] = {}

    @property
    def last_index(self) -> int:
        return len(self._entries)

    @property
    def last_hash(self) -> bytes:
        return self._entries[-1].hash if self._entries else self._genesis_hash

    def entry(self, index: int) -> Entry:
        """Entry ``index`` in 1..last_index; LocalProtocolError for any other."""
        if not 1 <= index <= self.last_index:
            raise LocalProtocolError(f"entry {index} is not one of 1..{self.last_index}")
        return self._entries[index - 1]

    def hash_at(self, index: int) -> bytes:
        """The hash of entry ``index``, or of the genesis for 0."""
        return self.entry(index).hash if index else self._genesis_hash

    def slice(self, first: int, end: int) -> tuple[Entry, ...]:
        """The entries with ``first <= index < end``, as far as there are any."""
        return tuple(self._entries[max(first, 1) - 1 : max(end, 1) - 1])

    def next_n(self, seat: int, session: bytes) -> int | None:
        """The n that the next move of this session has (0: a ``hello``); None if it has ended."""
        last = self._numbers.get((seat, session))
        if last is None:
            return 0
        return last + 1 if self._sessions[seat] == session else None

    def append(self, entry: Entry, *, check: bool = True) -> None:
        """Take ``entry`` as the next one.

        Raises BrokenChain(index) if it does not follow, with ``check`` BadSignature(index, signer),
        and BrokenChain(index, leader) for what no honest leader orders. Without ``check`` the
        caller owes the ``signature_jobs``, and until they hold the leader is only said to be one.
        """
        self._check(entry, signatures=check)
        self._keep(entry)

    def check(self, entry: Entry) -> None:
        """Raise what ``append`` would, and change nothing."""
        self._check(entry, signatures=True)

    def signature_jobs(self, entry: Entry) -> tuple[SignatureJob, ...]:
        """The leader's signature and, for a move, its author's; seats as in ``append``'s checks."""
        header = self._job("header", entry.header.leader, entry.header_signature, entry.header.raw)
        if entry.seat is None:
            return (header,)
        return header, self._job("move", entry.seat, entry.move_signature, entry.move.raw)

    def check_signatures(self, entry: Entry) -> None:
        """Raise BadSignature(index, seat) naming the first signature that ``seat`` did not make."""
        for job in self.signature_jobs(entry):
            if not job.holds():
                raise BadSignature(
                    f"entry {entry.index}: seat {job.seat} did not sign this {job.domain}",
                    entry.index,
                    job.seat,
                )

    def rollback(self, to: int) -> None:
        """Forget every entry above index ``to``."""
        if not 0 <= to <= self.last_index:
            raise LocalProtocolError(f"cannot roll {self.last_index} entries back to {to}")
        kept = self._entries[:to]
        self._entries, self._numbers, self._sessions = [], {}, {}
        for entry in kept:
            self._keep(entry)

    def _keep(self, entry: Entry) -> None:
        self._entries.append(entry)
        if isinstance(move := entry.move, Move):
            self._numbers[move.seat, move.session] = move.n
            self._sessions[move.seat] = move.session

    def _check(self, entry: Entry, *, signatures: bool) -> None:
        self._check_links(entry)
        if signatures:
            self.check_signatures(entry)
        if len(entry.move.raw) > record_limit(entry.kind):
            raise self._ordered(entry, f"carries a record of {len(entry.move.raw)} bytes")
        if self._entries:
            self._check_term(entry, self._entries[-1])
        if isinstance(move := entry.move, Move):
            self._check_number(move, entry)

    def _check_links(self, entry: Entry) -> None:
        header = entry.header
        if header.index != self.last_index + 1:
            raise self._broken(entry, f"is numbered {header.index}")
        if header.leader >= len(self.keys):
            raise self._broken(entry, f"has a leader, {header.leader}, who has no seat")
        if header.prev_hash != self.last_hash:
            raise self._broken(entry, "does not name the hash of the entry before it")
        if header.move_hash != sha256(entry.move.raw):
            raise self._broken(entry, "carries a record that is not the one its header names")
        if entry.seat is not None and entry.seat >= len(self.keys):
            raise self._broken(entry, f"has an author, {entry.seat}, who has no seat")

    def _check_term(self, entry: Entry, before: Entry) -> None:
        now, then = entry.header, before.header
        if now.term < then.term:
            raise self._ordered(entry, f"goes back from term {then.term} to {now.term}")
        if now.term == then.term and now.leader != then.leader:
            raise self._ordered(entry, f"changes the leader inside term {now.term}")

    def _check_number(self, move: Move, entry: Entry) -> None:
        due = self.next_n(move.seat, move.session)
        if due is None:
            raise self._ordered(entry, f"continues a session of seat {move.seat} that has ended")
        if move.n != due:
            raise self._ordered(entry, f"has n {move.n} of seat {move.seat} where {due} is due")
        if (move.n == 0) != (move.kind == Kind.HELLO):
            raise self._ordered(entry, "is a hello with n above 0, or no hello with n 0")

    def _broken(self, entry: Entry, what: str) -> BrokenChain:
        # Whoever puts entries together wrongly need not have signed any of them.
        index = self.last_index + 1
        return BrokenChain(f"entry {index} {what}", index)

    def _ordered(self, entry: Entry, what: str) -> BrokenChain:
        # The leader's header vouches for the record in its place.
        broken = self._broken(entry, what)
        return BrokenChain(str(broken), broken.index, entry.header.leader)

    def _job(self, domain: str, seat: int, signature: bytes, body: bytes) -> SignatureJob:
        return SignatureJob(self.keys[seat], signature, domain, self.table_id, body, seat)
