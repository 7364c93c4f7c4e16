"""A small table that signs a chain of entries; fixed seeds, so every run has the same bytes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from unonet.ledger.codec import Encodable
from unonet.ledger.entry import Entry, Header, Move, SystemRecord, genesis_hash, sha256
from unonet.ledger.identity import Identity
from unonet.ledger.kinds import Kind
from unonet.ledger.ledger import Ledger

TABLE = bytes(range(16))
GENESIS = b"terms of a table that this level does not read"
SEATS = tuple(Identity.from_seed(bytes([seat + 1]) * 32) for seat in range(4))
SESSIONS = tuple(bytes([0xA0 + seat]) * 8 for seat in range(4))


def empty() -> Ledger:
    return Ledger(TABLE, [seat.key for seat in SEATS], genesis_hash(GENESIS))


def move(ledger: Ledger, seat: int, kind: int, body: Encodable, **changes: object) -> Move:
    """The next move of ``seat``; ``changes`` replace single fields."""
    session = changes.pop("session", SESSIONS[seat])
    fields = {
        "seat": seat,
        "session": session,
        "n": ledger.next_n(seat, session),
        "base_index": ledger.last_index,
        "base_hash": ledger.last_hash,
        "kind": kind,
        "body": body,
    }
    return Move.pack(**(fields | changes))


def ordered(ledger: Ledger, record: Move | SystemRecord, **changes: object) -> Entry:
    """``record`` as the next entry, signed by its author and by the leader, seat 0."""
    fields = {
        "term": 1,
        "leader": 0,
        "index": ledger.last_index + 1,
        "prev_hash": ledger.last_hash,
        "move_hash": sha256(record.raw),
    }
    header = Header.pack(**(fields | changes))
    author = b""
    if isinstance(record, Move):
        author = SEATS[record.seat].sign("move", TABLE, record.raw)
    return Entry(header, SEATS[header.leader].sign("header", TABLE, header.raw), record, author)


def grow(ledger: Ledger, rounds: int = 2) -> Iterator[Entry]:
    """Append a hello of every seat, then ``rounds`` moves of each, then one system record."""
    for seat, session in enumerate(SESSIONS):
        yield _append(ledger, move(ledger, seat, Kind.HELLO, (session,)))
    for number in range(rounds):
        for seat in range(len(SEATS)):
            body = (f"play r{number}", seat, None, None)
            yield _append(ledger, move(ledger, seat, Kind.MOVE, body))
    yield _append(ledger, SystemRecord.pack(kind=Kind.ROUND_END, body=(0, (20, 0, 0, 0))))


def grown(rounds: int = 2) -> Ledger:
    ledger = empty()
    for _ in grow(ledger, rounds):
        pass
    return ledger


def resigned(entry: Entry, **changes: object) -> Entry:
    return replace(entry, **changes)


def _append(ledger: Ledger, record: Move | SystemRecord) -> Entry:
    entry = ordered(ledger, record)
    ledger.append(entry, check=False)
    return entry
