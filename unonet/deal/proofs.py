"""The small proofs: possession of keys, equal discrete logarithms, and the opening of a card.

Each is a ``sigma`` proof about a statement that is appended here, to a transcript that is fresh and
has the context in it. Which statement is due, and what follows from it, is not known here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from unonet.deal import group, sigma
from unonet.deal.ciphertext import Ciphertext
from unonet.deal.group import GENERATOR, Point, Scalar
from unonet.deal.sigma import Relation, Term, Terms
from unonet.deal.transcript import Transcript
from unonet.errors import DealError


def prove_possession(
    transcript: Transcript,
    commitments: Sequence[Point],
    round_key: Point,
    secrets: tuple[Scalar, Scalar],
    entropy: bytes,
) -> bytes:
    """That we know a₀ and p with A₀ = a₀·G and P = p·G, against keys made from others': 96 bytes.

    ``secrets`` are (a₀, p); all of A is in the statement.
    """
    _append_keys(transcript, commitments, round_key)
    return sigma.prove(transcript, _POSSESSION, secrets, entropy)


def verify_possession(
    transcript: Transcript, commitments: Sequence[Point], round_key: Point, proof: bytes
) -> bool:
    """Whether it proves that; False for whatever is malformed, and for no commitments."""
    if not commitments:
        return False
    _append_keys(transcript, commitments, round_key)
    relations = map(Relation, (commitments[0], round_key), _POSSESSION)
    return sigma.verify(transcript, list(relations), 2, proof)


def _append_keys(transcript: Transcript, commitments: Sequence[Point], round_key: Point) -> None:
    transcript.append("possession", group.encode_many(commitments), group.encode(round_key))


_POSSESSION: Final = ([Term(GENERATOR, 0)], [Term(GENERATOR, 1)])


class Equality(NamedTuple):
    """That key = x·G and image = x·base for one x."""

    key: Point
    base: Point
    image: Point


def prove_equality(
    transcript: Transcript, equality: Equality, secret: Scalar, entropy: bytes
) -> bytes:
    """That one secret gives both (Chaum and Pedersen 1992): 64 bytes."""
    transcript.append("equality", group.encode_many(equality))
    return sigma.prove(transcript, _sums(equality.base), [secret], entropy)


def verify_equality(transcript: Transcript, equality: Equality, proof: bytes) -> bool:
    """Whether it proves that; False for whatever is malformed."""
    transcript.append("equality", group.encode_many(equality))
    return sigma.verify(transcript, _equal(*equality), 1, proof)


def _sums(base: Point) -> tuple[Terms, Terms]:
    return [Term(GENERATOR, 0)], [Term(base, 0)]


def _equal(key: Point, base: Point, image: Point) -> list[Relation]:
    return list(map(Relation, (key, image), _sums(base)))


class Opening(NamedTuple):
    """That the owned ciphertext of a slot, under ``key``, hides this type."""

    slot: int
    owned: Ciphertext
    key: Point
    card_type: int


def prove_opening(
    transcript: Transcript, opening: Opening, secret: Scalar, entropy: bytes
) -> bytes:
    """What a play carries, 64 bytes; one for a type that the card has not does not verify.

    Raises DealError for a type that is none.
    """
    _append_opening(transcript, opening)
    return sigma.prove(transcript, _sums(opening.owned.a), [secret], entropy)


def verify_opening(transcript: Transcript, opening: Opening, proof: bytes) -> bool:
    """Whether C − M = p·R, as its owner says; False for whatever is malformed."""
    _, owned, key, _ = opening
    try:
        mask = group.subtract(owned.b, _append_opening(transcript, opening))
    except DealError:
        return False
    return sigma.verify(transcript, _equal(key, owned.a, mask), 1, proof)


def _append_opening(transcript: Transcript, opening: Opening) -> Point:
    """The point M of the type. Raises DealError for a type that is none."""
    slot, owned, key, card_type = opening
    point = group.card_point(card_type)
    transcript.append("opening", slot, card_type, group.encode_many((key, *owned)))
    return point
