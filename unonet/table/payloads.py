"""The bodies of records: which fields each kind carries (protocol.md, "Record bodies").

Knows shapes only; whether a record is due or legal is decided by the fold (``reducer``).
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from unonet.errors import DecodeError
from unonet.ledger import shape
from unonet.ledger.codec import Value
from unonet.ledger.kinds import Kind
from unonet.ledger.shape import Shape

_DIGEST = shape.binary(32)
_SEAT = shape.integer(0, 9)
_PROOFS = shape.array(shape.binary(1, 256), 0, 16)


class MoveBody(NamedTuple):
    """One move of the game: its token (docs/rules.md section 10), and what the token cannot say.

    ``slot`` is the card that a play lays, ``answers`` the index of the entry that a catch, a late
    call or a jump-in answers, ``proof`` is kept for the sealed deck. How long
    a whole record may be, ``ledger.entry.record_limit`` says.
    """

    token: str
    slot: int | None
    answers: int | None
    proof: bytes | None


_SHAPES: Final[dict[int, Shape[tuple[Any, ...]]]] = {
    Kind.HELLO: shape.record("hello"),
    Kind.COMMIT: shape.record("commit", c1=_DIGEST, c2=_DIGEST),
    Kind.OPEN: shape.record(
        "open",
        n1=_DIGEST,
        commitments=_PROOFS,
        round_key=shape.binary(0, 64),
        proofs=_PROOFS,
    ),
    Kind.NONCE: shape.record("nonce", c2=_DIGEST, epoch=shape.uint(16)),
    Kind.OPEN2: shape.record("open2", n2=_DIGEST),
    Kind.MOVE: shape.record(
        "move",
        token=shape.text(16),
        slot=shape.maybe(shape.uint(16)),
        answers=shape.maybe(shape.uint(32)),
        proof=shape.maybe(shape.binary(0, 60_000)),
    ),
    Kind.LEAVE: shape.record("leave"),
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
