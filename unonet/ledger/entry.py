"""The signed records: what seats, leaders and quorums put their names under (protocol.md, 3).

Each record keeps the exact bytes it came from in ``raw``: these are signed, hashed and stored, and
never encoded again. ``unpack`` raises DecodeError for hostile bytes; ``pack`` makes a new record
and raises the same for fields that do not fit. The module checks form only: it knows no key, no
chain and no meaning of a body.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

from unonet.errors import DecodeError
from unonet.ledger.codec import MAX_BODY, Encodable, Value, decode, encode, encoded
from unonet.ledger.identity import SIGNATURE_SIZE
from unonet.ledger.kinds import SYSTEM_FROM, Kind
from unonet.ledger.shape import Shape, anything, array, binary, integer, record, uint, version

VERSION: Final = 1
"""Of the protocol: first in every record, in terms, in the state and in announcements."""
HASH_SIZE: Final = 32
SESSION_SIZE: Final = 8
SEAT_BITS: Final = 16
"""Seats that a record can name; a table has fewer (``game.moves.MAX_SEATS``)."""
MAX_RECORD: Final = MAX_BODY - 1024
"""The longest record: an entry around it must fit a log frame on every seat, or on none."""

RECORD_LIMIT: Final = 4096
LIMITS: Final[dict[int, int]] = dict.fromkeys(
    (Kind.MIX, Kind.SHARE, Kind.REVEAL, Kind.MOVE, Kind.RIFFLE), MAX_RECORD
)
"""The longest record of a kind that a chain takes, where it is not ``RECORD_LIMIT``: those that
carry cards and proofs."""
MAX_ENTRY: Final = MAX_RECORD + 512
"""More than any entry has."""


def record_limit(kind: int) -> int:
    """How many bytes a move or system record of ``kind`` may have to be ordered."""
    return LIMITS.get(kind, RECORD_LIMIT)


_seat = integer(0, SEAT_BITS - 1)
_count = uint(32)
_hash = binary(HASH_SIZE)
_signature = binary(SIGNATURE_SIZE)
_scores = array(_count, 1, SEAT_BITS)

_MOVE = record(
    "move",
    v=version(VERSION),
    seat=_seat,
    session=binary(SESSION_SIZE),
    n=_count,
    base_index=_count,
    base_hash=_hash,
    kind=integer(0, SYSTEM_FROM - 1),
    body=anything,
)
_SYSTEM = record("system record", v=version(VERSION), kind=integer(SYSTEM_FROM, 255), body=anything)
_HEADER = record(
    "header",
    v=version(VERSION),
    term=_count,
    leader=_seat,
    index=integer(1, (1 << 32) - 1),
    prev_hash=_hash,
    move_hash=_hash,
)
_ENTRY = record(
    "entry",
    header=binary(1, 256),
    header_signature=_signature,
    move=binary(1, MAX_RECORD),
    move_signature=binary(0, SIGNATURE_SIZE),
)
_ACK = record(
    "ack",
    v=version(VERSION),
    term=_count,
    seat=_seat,
    index=_count,
    entry_hash=_hash,
    applied_index=_count,
    state_hash=_hash,
    silent=uint(SEAT_BITS),
)
_CERTIFICATE = record(
    "certificate",
    v=version(VERSION),
    index=_count,
    entry_hash=_hash,
    acks=array(record("pair", ack=binary(1, 256), signature=_signature), 1, SEAT_BITS),
)
_SEAL = record(
    "seal",
    v=version(VERSION),
    index=_count,
    entry_hash=_hash,
    state_hash=_hash,
    scores=_scores,
    signatures=array(record("pair", seat=_seat, signature=_signature), 1, SEAT_BITS),
)


@dataclass(frozen=True, slots=True)
class Move:
    """What ``seat`` did, as record ``n`` of its ``session``, having applied entry ``base``."""

    seat: int
    session: bytes
    n: int
    base_index: int
    base_hash: bytes
    kind: int
    body: Value
    raw: bytes

    @classmethod
    def unpack(cls, raw: bytes, path: str = "move") -> Move:
        return cls(*_read(_MOVE, raw, path))

    @classmethod
    def pack(
        cls,
        *,
        seat: int,
        session: bytes,
        n: int,
        base_index: int,
        base_hash: bytes,
        kind: int,
        body: Encodable,
    ) -> Move:
        fields = (VERSION, seat, session, n, base_index, base_hash, int(kind), body)
        return cls(*_make(_MOVE, fields, "move"))


@dataclass(frozen=True, slots=True)
class SystemRecord:
    """What the leader states in its header alone; it has no author, session or number."""

    kind: int
    body: Value
    raw: bytes

    @classmethod
    def unpack(cls, raw: bytes, path: str = "system") -> SystemRecord:
        return cls(*_read(_SYSTEM, raw, path))

    @classmethod
    def pack(cls, *, kind: int, body: Encodable) -> SystemRecord:
        return cls(*_make(_SYSTEM, (VERSION, int(kind), body), "system"))


@dataclass(frozen=True, slots=True)
class Header:
    """The leader's word that ``move_hash`` is entry ``index``, right after ``prev_hash``."""

    term: int
    leader: int
    index: int
    prev_hash: bytes
    move_hash: bytes
    raw: bytes

    @classmethod
    def unpack(cls, raw: bytes, path: str = "header") -> Header:
        return cls(*_read(_HEADER, raw, path))

    @classmethod
    def pack(
        cls, *, term: int, leader: int, index: int, prev_hash: bytes, move_hash: bytes
    ) -> Header:
        fields = (VERSION, term, leader, index, prev_hash, move_hash)
        return cls(*_make(_HEADER, fields, "header"))


@dataclass(frozen=True, slots=True)
class Entry:
    """A header and what it orders; only a SystemRecord has an empty ``move_signature``."""

    header: Header
    header_signature: bytes
    move: Move | SystemRecord
    move_signature: bytes
    hash: bytes = field(init=False, repr=False, compare=False)
    _raw: bytes = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "hash", sha256(self.header.raw))
        object.__setattr__(self, "_raw", b"")

    @property
    def index(self) -> int:
        return self.header.index

    @property
    def kind(self) -> int:
        return self.move.kind

    @property
    def body(self) -> Value:
        return self.move.body

    @property
    def seat(self) -> int | None:
        """The author, or None for a system record."""
        return self.move.seat if isinstance(self.move, Move) else None

    def pack(self) -> bytes:
        """``[header bytes, leader's signature, move bytes, author's signature]``."""
        if not self._raw:
            parts = (self.header.raw, self.header_signature, self.move.raw, self.move_signature)
            object.__setattr__(self, "_raw", encode(parts, max_bin=MAX_BODY))
        return self._raw

    @classmethod
    def unpack(cls, raw: bytes, path: str = "entry") -> Entry:
        header_raw, header_signature, move_raw, move_signature = _ENTRY(
            decode(raw, path, max_bin=MAX_BODY), path
        )
        header = Header.unpack(header_raw, f"{path}.header")
        move: Move | SystemRecord
        match len(move_signature):
            case 0:
                move = SystemRecord.unpack(move_raw, f"{path}.system")
            case 64:
                move = Move.unpack(move_raw, f"{path}.move")
            case size:
                raise DecodeError(f"a signature of {size} bytes", f"{path}.move_signature")
        entry = cls(header, header_signature, move, move_signature)
        object.__setattr__(entry, "_raw", raw)
        return entry


@dataclass(frozen=True, slots=True)
class Ack:
    """``seat`` holds entry ``index`` on disk; its fold of ``applied_index`` has ``state_hash``."""

    term: int
    seat: int
    index: int
    entry_hash: bytes
    applied_index: int
    state_hash: bytes
    silent: int
    raw: bytes

    @classmethod
    def unpack(cls, raw: bytes, path: str = "ack") -> Ack:
        return cls(*_read(_ACK, raw, path))

    @classmethod
    def pack(
        cls,
        *,
        term: int,
        seat: int,
        index: int,
        entry_hash: bytes,
        applied_index: int,
        state_hash: bytes,
        silent: int = 0,
    ) -> Ack:
        fields = (VERSION, term, seat, index, entry_hash, applied_index, state_hash, silent)
        return cls(*_make(_ACK, fields, "ack"))


@dataclass(frozen=True, slots=True)
class Certificate:
    """Signed acks of one entry, ascending seats; whether they are a quorum is not known here."""

    index: int
    entry_hash: bytes
    acks: tuple[tuple[Ack, bytes], ...]
    raw: bytes

    @classmethod
    def unpack(cls, raw: bytes, path: str = "certificate") -> Certificate:
        _, index, entry_hash, pairs = _CERTIFICATE(decode(raw, path), path)
        acks = tuple(
            (Ack.unpack(ack, f"{path}.acks[{i}].ack"), signature)
            for i, (ack, signature) in enumerate(pairs)
        )
        _ascending([ack.seat for ack, _ in acks], f"{path}.acks")
        for i, (ack, _) in enumerate(acks):
            if (ack.index, ack.entry_hash) != (index, entry_hash):
                raise DecodeError("an ack of another entry", f"{path}.acks[{i}]")
        return cls(index, entry_hash, acks, raw)

    @classmethod
    def pack(
        cls, *, index: int, entry_hash: bytes, acks: Sequence[tuple[Ack, bytes]]
    ) -> Certificate:
        """``acks`` in any order, one a seat."""
        pairs = [(ack.raw, sig) for ack, sig in sorted(acks, key=lambda pair: pair[0].seat)]
        return cls.unpack(encode((VERSION, index, entry_hash, pairs)))


@dataclass(frozen=True, slots=True)
class Seal:
    """Signatures of the live seats over how a round ended; each signs ``statement``."""

    index: int
    entry_hash: bytes
    state_hash: bytes
    scores: tuple[int, ...]
    signatures: tuple[tuple[int, bytes], ...]
    raw: bytes

    @property
    def statement(self) -> bytes:
        return seal_statement(
            index=self.index,
            entry_hash=self.entry_hash,
            state_hash=self.state_hash,
            scores=self.scores,
        )

    @classmethod
    def unpack(cls, raw: bytes, path: str = "seal") -> Seal:
        seal = cls(*_read(_SEAL, raw, path))
        _ascending([seat for seat, _ in seal.signatures], f"{path}.signatures")
        return seal

    @classmethod
    def pack(
        cls,
        *,
        index: int,
        entry_hash: bytes,
        state_hash: bytes,
        scores: Sequence[int],
        signatures: Sequence[tuple[int, bytes]],
    ) -> Seal:
        """``signatures`` as (seat, signature) in any order, one a seat."""
        return cls.unpack(
            encode((VERSION, index, entry_hash, state_hash, tuple(scores), sorted(signatures)))
        )


def seal_statement(
    *, index: int, entry_hash: bytes, state_hash: bytes, scores: Sequence[int]
) -> bytes:
    """The bytes that each seat signs in the domain ``seal``: a seal without its signatures."""
    return encode((VERSION, index, entry_hash, state_hash, tuple(scores)))


def sha256(raw: bytes) -> bytes:
    return hashlib.sha256(raw).digest()


def genesis_hash(genesis: bytes) -> bytes:
    """What the first header names as the entry before it."""
    return sha256(genesis)


def _make(
    shape: Shape[tuple[Any, ...]], fields: tuple[Encodable, ...], path: str
) -> tuple[Any, ...]:
    # As ``_read`` would give it, without reading it: what we have encoded is canonical.
    raw, value = encoded(fields)
    _limit(raw, path)
    return (*shape(value, path)[1:], raw)


def _read(shape: Shape[tuple[Any, ...]], raw: bytes, path: str) -> tuple[Any, ...]:
    # The fields behind the version, then the bytes that they came from.
    _limit(raw, path)
    return (*shape(decode(raw, path), path)[1:], raw)


def _limit(raw: bytes, path: str) -> None:
    if len(raw) > MAX_RECORD:
        raise DecodeError(f"{len(raw)} bytes where {MAX_RECORD} fit", path)


def _ascending(seats: list[int], path: str) -> None:
    if any(a >= b for a, b in pairwise(seats)):
        raise DecodeError("seats that do not ascend", path)
