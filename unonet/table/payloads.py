"""The bodies of records: which fields each kind carries (protocol.md, "Record bodies").

Knows shapes only; whether a record is due or legal is decided by the fold (``reducer``).
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from unonet.deal.sealing import COMPLAINT
from unonet.errors import DecodeError
from unonet.ledger import codec, shape
from unonet.ledger.codec import Value
from unonet.ledger.kinds import Kind
from unonet.ledger.shape import Shape

_DIGEST = shape.binary(32)
_SEAT = shape.integer(0, 9)
_PROOFS = shape.array(shape.binary(1, 256), 0, 16)
_PART = shape.binary(0, codec.MAX_BIN)
"""What is longer than one of these comes in several."""


class MoveBody(NamedTuple):
    """One move of the game: its token (docs/rules.md section 10), and what the token cannot say.

    ``slot`` is the card that a play lays, ``answers`` the index of the entry that a catch, a late
    call or a jump-in answers, ``proof`` what a sealed card must show, in parts.
    """

    token: str
    slot: int | None
    answers: int | None
    proof: tuple[bytes, ...]


_SHAPES: Final[dict[int, Shape[tuple[Any, ...]]]] = {
    Kind.HELLO: shape.record("hello"),
    Kind.COMMIT: shape.record("commit", c1=_DIGEST, c2=_DIGEST, attempt=shape.uint(16)),
    Kind.OPEN: shape.record(
        "open",
        n1=_DIGEST,
        commitments=_PROOFS,
        round_key=shape.binary(0, 64),
        proof=shape.binary(0, 96),
    ),
    Kind.KEY_SHARES: shape.record("key shares", shares=_PROOFS),
    Kind.COMPLAIN: shape.record("complaint", dealer=_SEAT, complaint=shape.binary(COMPLAINT)),
    Kind.MIX: shape.record("mix", deck=_PART, proof=_PART),
    Kind.SHARE: shape.record(
        "shares", index=shape.uint(32), hash=_DIGEST, private=_PART, public=_PART
    ),
    Kind.REVEAL: shape.record("reveal", types=shape.binary(1, 448), proof=_PART),
    Kind.RIFFLE: shape.record(
        "riffle", slots=shape.array(shape.uint(16), 1, 224), pairs=_PART, proof=_PART
    ),
    Kind.NONCE: shape.record("nonce", c2=_DIGEST, epoch=shape.uint(16)),
    Kind.OPEN2: shape.record("open2", n2=_DIGEST),
    Kind.MOVE: shape.record(
        "move",
        token=shape.text(16),
        slot=shape.maybe(shape.uint(16)),
        answers=shape.maybe(shape.uint(32)),
        proof=shape.array(shape.binary(1, codec.MAX_BIN), 0, 8),
    ),
    Kind.LEAVE: shape.record("leave"),
    Kind.VOID: shape.record("void", reason=shape.text(16)),
    Kind.ROUND_END: shape.record(
        "round end",
        winner=shape.maybe(_SEAT),
        reason=shape.text(16),
        scores=shape.array(shape.uint(32), 2, 10),
    ),
}


def read_body(kind: int, body: Value) -> tuple[Any, ...]:
    """The fields of a record's body. Raises DecodeError for another shape or an unbuilt kind."""
    if kind not in _SHAPES:
        raise DecodeError(f"kind {kind} is not part of this version", "body")
    return _SHAPES[kind](body, "body")


LABORIOUS: Final = frozenset({Kind.MIX, Kind.RIFFLE, Kind.SHARE, Kind.REVEAL, Kind.MOVE})
"""Kinds whose proofs may be long; most are short nevertheless."""
LONG_PROOF: Final = 768
"""Bytes of proof that take about as many milliseconds to check as a move may take at all."""


def is_laborious(kind: int, body: Value) -> bool:
    """Whether checking the proofs in this body takes longer than a node may stand still."""
    return kind in LABORIOUS and _size(body) > LONG_PROOF


def _size(value: Value) -> int:
    if isinstance(value, bytes):
        return len(value)
    return sum(map(_size, value)) if isinstance(value, tuple) else 0
