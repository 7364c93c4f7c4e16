"""One proof for all linear statements: that some secret scalars give some public points.

A relation says image = Σ secret·base. All relations are proved for the same secrets at once, with
one challenge (Schnorr 1991, Chaum and Pedersen 1992, Maurer "Unifying Zero-Knowledge Proofs of
Knowledge" 2009). The proof is the challenge and one response for each secret, 32 bytes each; the
commitments, here called masks, are computed back from them.

The statement is not known here: **the caller has appended all of it**, images, bases and whatever
they were computed from, before it calls ``prove`` or ``verify``.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple, TypeAlias

from unonet.deal import group
from unonet.deal.group import GENERATOR, SCALAR, Point, Scalar
from unonet.deal.transcript import Transcript, hedged
from unonet.errors import DealError, DecodeError


class Term(NamedTuple):
    """secret·base; ``secret`` is its place among the secrets."""

    base: Point
    secret: int


Terms: TypeAlias = Sequence[Term]
"""Their sum; at most one of them has the generator."""


class Relation(NamedTuple):
    """image = Σ terms."""

    image: Point
    terms: Terms


def size_of(secrets: int) -> int:
    """Bytes of a proof for so many secrets."""
    return SCALAR * (1 + secrets)


def prove(
    transcript: Transcript, sums: Sequence[Terms], secrets: Sequence[Scalar], entropy: bytes
) -> bytes:
    """The proof for the images that these sums have with these secrets.

    ``entropy``: 32 fresh bytes. For other images than those appended it does not verify.
    """
    fresh = hedged(group.encode_scalars(secrets), "sigma", transcript, entropy)
    nonces = list(islice(fresh, len(secrets)))
    challenge = _challenge(transcript, [_mask(terms, nonces) for terms in sums])
    responses = [
        (nonce + challenge * secret) % group.ORDER
        for nonce, secret in zip(nonces, secrets, strict=True)
    ]
    return group.encode_scalars([challenge, *responses])


def verify(
    transcript: Transcript, relations: Sequence[Relation], secrets: int, proof: bytes
) -> bool:
    """Whether the prover knew ``secrets`` scalars that fulfil all relations.

    False for whatever is malformed, and where the identity turns up.
    """
    if len(proof) != size_of(secrets):
        return False
    try:
        challenge, *responses = group.decode_scalars(proof)
        masks = [_mask_again(relation, challenge, responses) for relation in relations]
    except (DealError, DecodeError):
        return False
    return _challenge(transcript, masks) == challenge


def _challenge(transcript: Transcript, masks: Sequence[Point]) -> Scalar:
    transcript.append("masks", group.encode_many(masks))
    return transcript.challenge("sigma")


def _mask(terms: Terms, nonces: Sequence[Scalar]) -> Point:
    products = [_times(base, nonces[place]) for base, place in terms]
    return products[0] if len(products) == 1 else group.add(*products)


def _times(base: Point, nonce: Scalar) -> Point:
    return group.base(nonce) if base == GENERATOR else group.secret_multiply(base, nonce)


def _mask_again(relation: Relation, challenge: Scalar, responses: Sequence[Scalar]) -> Point:
    """Σ response·base − challenge·image."""
    pairs, base_scalar = [(relation.image, -challenge)], 0
    for base, place in relation.terms:
        if base == GENERATOR:
            base_scalar = responses[place]
        else:
            pairs.append((base, responses[place]))
    return group.linear(pairs, base_scalar=base_scalar)
