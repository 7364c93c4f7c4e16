"""The entries of the term's leader, as they come in or as we sign them.

The module decides what an entry is to our chain: known, next, beyond a gap, or the proof of a fork.
The signer of a header is judged, never whoever passed it on. It does NOT know acks or finality.
"""

from __future__ import annotations

from typing import Final

from unonet.errors import RemoteProtocolError
from unonet.ledger.entry import Entry, Header, Move, SystemRecord, sha256
from unonet.ledger.identity import Identity, verify
from unonet.ledger.ledger import Ledger
from unonet.order.effects import Fork

TERM: Final = 1


def first_leader(table_id: bytes, seats: int) -> int:
    """The seat that leads term 1, which nobody can choose."""
    return int.from_bytes(sha256(table_id), "big") % seats


class Chain:
    """Our chain in the only term that there is yet, and who may write to it."""

    def __init__(self, ledger: Ledger) -> None:
        self.term = TERM
        self.leader = first_leader(ledger.table_id, len(ledger.keys))
        self._ledger = ledger

    def continues(self, entry: Entry) -> bool:
        """Whether ``entry`` is the next one; False for one that we have.

        Raises Missing when something below it has to come first, Forked for a second header of
        the leader in the place of one that we have, RemoteProtocolError for another leader's.
        """
        header, last = entry.header, self._ledger.last_index
        if (header.term, header.leader) != (self.term, self.leader):
            raise RemoteProtocolError(
                f"entry {entry.index} is of seat {header.leader} in term {header.term}, "
                f"seat {self.leader} leads term {self.term}"
            )
        if entry.index <= last:
            self.compare(self._ledger.entry(entry.index), entry)
            return False
        if entry.index > last + 1:
            raise Missing(last + 1)
        if header.prev_hash != self._ledger.last_hash and last:
            # The leader signed another entry in the place of our last one: see it first.
            self.require_signature(entry)
            raise Missing(last)
        return True

    def sign(self, identity: Identity, record: Move | SystemRecord, signature: bytes) -> Entry:
        """Order ``record`` as the leader; its signature and number have been checked."""
        header = Header.pack(
            term=self.term,
            leader=self.leader,
            index=self._ledger.last_index + 1,
            prev_hash=self._ledger.last_hash,
            move_hash=sha256(record.raw),
        )
        signed = identity.sign("header", self._ledger.table_id, header.raw)
        entry = Entry(header, signed, record, signature)
        self._ledger.append(entry, check=False)
        return entry

    def require_signature(self, entry: Entry) -> None:
        """Raise RemoteProtocolError unless the leader signed the header."""
        genuine = verify(
            self._ledger.keys[self.leader],
            entry.header_signature,
            domain="header",
            context=self._ledger.table_id,
            body=entry.header.raw,
        )
        if not genuine:
            raise RemoteProtocolError(
                f"entry {entry.index}: seat {self.leader} did not sign this header"
            )

    def compare(self, known: Entry, entry: Entry) -> None:
        """Raise Forked unless the two entries of one index are the same."""
        if known.hash == entry.hash:
            return
        self.require_signature(entry)
        raise Forked(
            Fork(
                seat=self.leader,
                term=self.term,
                index=entry.index,
                ours=(known.header.raw, known.header_signature),
                theirs=(entry.header.raw, entry.header_signature),
            )
        )


class Missing(Exception):
    """The chain needs entries from ``index`` on before it can take this one."""

    def __init__(self, index: int) -> None:
        super().__init__(index)
        self.index = index


class Forked(Exception):
    def __init__(self, fork: Fork) -> None:
        super().__init__(fork)
        self.fork = fork
