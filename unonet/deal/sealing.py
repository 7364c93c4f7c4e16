"""Key shares on their way: sealed for one seat, and the complaint that settles who was at fault.

Dealer j seals f_j(xᵢ) with a key from the Diffie–Hellman point of the round keys Pⱼ and Pᵢ. Who got
a bad one shows that point, with a proof that it is the right one; then everybody can open that one
share and see. The point opens the share of the other direction too, so that whatever a complaint
comes to has to end the attempt, polynomials and round keys with it. When one may come, and what
becomes of the seats, is not known here.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from unonet.deal import group
from unonet.deal.group import POINT, SCALAR, Point, Scalar
from unonet.deal.keys import RoundKey, check_share
from unonet.deal.proofs import Equality, prove_equality, verify_equality
from unonet.deal.transcript import Context, Transcript
from unonet.errors import DecodeError

SEALED: Final = SCALAR + 16
"""Bytes of a sealed share."""
COMPLAINT: Final = POINT + 2 * SCALAR
"""Bytes of a complaint: the Diffie–Hellman point and the proof that it is that of the keys."""


class Verdict(StrEnum):
    """What a complaint came to: the dealer is at fault, or for the others the accuser."""

    UPHELD = "upheld"
    REFUTED = "refuted"
    BAD_PROOF = "bad proof"


class Dealing(NamedTuple):
    """What is public of one share; ``context`` is that of the dealer, who is its prover."""

    context: Context
    recipient: int
    commitments: Sequence[Point]
    dealer_key: Point
    recipient_key: Point
    sealed: bytes


def seal_share(
    context: Context, recipient: int, own: RoundKey, recipient_key: Point, share: Scalar
) -> bytes:
    """48 bytes that only dealer and recipient can open; ``own`` is the dealer's key."""
    point = group.secret_multiply(recipient_key, own.secret)
    box = ChaCha20Poly1305(_box_key(context, recipient, point))
    return box.encrypt(_NONCE, group.encode_scalar(share), None)


def open_share(dealing: Dealing, own: RoundKey) -> Scalar | None:
    """The share, checked; None for one to complain about. ``own`` is the recipient's key."""
    return _opened(dealing, group.secret_multiply(dealing.dealer_key, own.secret))


def complain(transcript: Transcript, dealing: Dealing, own: RoundKey, entropy: bytes) -> bytes:
    """The complaint of the recipient, 97 bytes. The transcript has the accuser's context."""
    point = group.secret_multiply(dealing.dealer_key, own.secret)
    equality = _accused(transcript, dealing, point)
    return group.encode(point) + prove_equality(transcript, equality, own.secret, entropy)


def judge(transcript: Transcript, dealing: Dealing, complaint: bytes) -> Verdict:
    """What the complaint comes to; a malformed one is a bad proof."""
    try:
        point = group.decode(complaint[:POINT])
    except DecodeError:
        return Verdict.BAD_PROOF
    equality = _accused(transcript, dealing, point)
    if not verify_equality(transcript, equality, complaint[POINT:]):
        return Verdict.BAD_PROOF
    return Verdict.UPHELD if _opened(dealing, point) is None else Verdict.REFUTED


def _accused(transcript: Transcript, dealing: Dealing, point: Point) -> Equality:
    context, recipient, commitments, dealer_key, recipient_key, sealed = dealing
    transcript.append(
        "complaint", context.prover, recipient, group.encode_many(commitments), sealed
    )
    return Equality(recipient_key, dealer_key, point)


def _opened(dealing: Dealing, point: Point) -> Scalar | None:
    box = ChaCha20Poly1305(_box_key(dealing.context, dealing.recipient, point))
    try:
        share = group.decode_scalar(box.decrypt(_NONCE, dealing.sealed, None))
    except (InvalidTag, DecodeError):
        return None
    return share if check_share(dealing.commitments, dealing.recipient, share) else None


_NONCE: Final = bytes(12)
"""Always zero: each key seals one message, the share of one dealer for one seat."""


def _box_key(context: Context, recipient: int, point: Point) -> bytes:
    """HKDF-SHA256 of the point; who, to whom, and in which attempt is in the key."""
    places = (context.round, context.attempt, context.prover, recipient)
    numbers = b"".join(place.to_bytes(8, "big") for place in places)
    label = b"unonet/1 share" + context.table_id + numbers
    return HKDF(SHA256(), 32, None, label).derive(group.encode(point))
