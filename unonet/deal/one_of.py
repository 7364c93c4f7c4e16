"""That each card of a hand has one of the allowed types, and nothing of which.

For a card (R, C) under P and each allowed type M one branch claims C − M = p·R with P = p·G. Only
one branch can be true; the others are simulated, and all challenges of a card have a sum, modulo
2¹²⁸, that the transcript gives (Cramer, Damgård and Schoenmakers, "Proofs of Partial Knowledge",
1994). What is allowed, and why it is asked, is not known here.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import chain, islice
from typing import Final, NamedTuple

from unonet.deal import group
from unonet.deal.ciphertext import Ciphertext, Held
from unonet.deal.group import ORDER, SCALAR, Point, Scalar
from unonet.deal.share import read
from unonet.deal.transcript import Nonces, Transcript, hedged
from unonet.errors import DealError, DecodeError

CHALLENGE: Final = 16
"""Bytes of the challenge of a branch."""
BRANCH: Final = CHALLENGE + SCALAR
"""Bytes of a branch: challenge, response."""

_CHALLENGES: Final = 1 << 8 * CHALLENGE


class Claim(NamedTuple):
    """These cards under ``key`` have types among the allowed ones."""

    cards: Sequence[Held]
    key: Point
    allowed: Collection[int]


class _Branch(NamedTuple):
    challenge: int
    response: Scalar


def size_of(claim: Claim) -> int:
    """Bytes of a proof: 48 for each card and allowed type."""
    return BRANCH * len(claim.cards) * len(set(claim.allowed))


def prove_one_of(transcript: Transcript, claim: Claim, secret: Scalar, entropy: bytes) -> bytes:
    """The proof: for each card in order a branch for each allowed type, ascending.

    ``secret`` is p of the key. Raises DealError for a card that has no allowed type.
    """
    types = _append_statement(transcript, claim)
    nonces = hedged(group.encode_scalar(secret), "one of", transcript, entropy)
    own = [_own_type(card, types, secret) for _, card in claim.cards]
    drawn = [_drawn(types, card_type, nonces) for card_type in own]
    challenge = _challenge(transcript, claim, types, drawn)
    for card_type, branches in zip(own, drawn, strict=True):
        branch = branches[types.index(card_type)]
        rest = (challenge - sum(other.challenge for other in branches)) % _CHALLENGES
        response = (branch.response + rest * secret) % ORDER
        branches[types.index(card_type)] = _Branch(rest, response)
    return b"".join(map(_packed, chain.from_iterable(drawn)))


def verify_one_of(transcript: Transcript, claim: Claim, proof: bytes) -> bool:
    """Whether each card has an allowed type; False for whatever is malformed, and for no cards."""
    if not claim.cards or len(proof) != size_of(claim):
        return False
    try:
        types = _append_statement(transcript, claim)
        found = iter([_unpacked(proof[at : at + BRANCH]) for at in range(0, len(proof), BRANCH)])
        cards = [list(islice(found, len(types))) for _ in claim.cards]
        challenge = _challenge(transcript, claim, types, cards)
    except (DealError, DecodeError):
        return False
    return all(
        sum(branch.challenge for branch in branches) % _CHALLENGES == challenge
        for branches in cards
    )


def _append_statement(transcript: Transcript, claim: Claim) -> bytes:
    """The allowed types, ascending. Raises DealError for one that there is not."""
    cards, key, allowed = claim
    if not set(allowed) <= set(range(group.CARD_TYPES)):
        raise DealError("no such card type")
    types = bytes(sorted(set(allowed)))
    transcript.append("one of", types, group.encode(key), len(cards))
    for slot, card in cards:
        transcript.append("card", slot, group.encode_many(card))
    return types


def _own_type(card: Ciphertext, types: bytes, secret: Scalar) -> int:
    card_type = read(card, secret)
    if card_type is None or card_type not in types:
        raise DealError("a card that is not of the allowed types")
    return card_type


def _drawn(types: bytes, own: int, nonces: Nonces) -> list[_Branch]:
    """Simulated branches, and a nonce where the card's own type is: a challenge of 0 until then."""
    return [
        _Branch(0 if card_type == own else next(nonces) % _CHALLENGES, next(nonces))
        for card_type in types
    ]


def _challenge(
    transcript: Transcript, claim: Claim, types: bytes, cards: Sequence[Sequence[_Branch]]
) -> int:
    masks = [
        point
        for (_, card), branches in zip(claim.cards, cards, strict=True)
        for card_type, branch in zip(types, branches, strict=True)
        for point in _masks(claim.key, card, card_type, branch)
    ]
    transcript.append("masks", group.encode_many(masks))
    return transcript.challenge("one of") % _CHALLENGES


def _masks(key: Point, card: Ciphertext, card_type: int, branch: _Branch) -> tuple[Point, Point]:
    """z·G − c·P and z·R − c·(C − M)."""
    challenge, response = branch
    if not challenge:
        return group.base(response), group.secret_multiply(card.a, response)
    hidden = group.subtract(card.b, group.card_point(card_type))
    return (
        group.linear([(key, -challenge)], base_scalar=response),
        group.linear([(hidden, -challenge), (card.a, response)]),
    )


def _packed(branch: _Branch) -> bytes:
    return branch.challenge.to_bytes(CHALLENGE, "big") + group.encode_scalar(branch.response)


def _unpacked(raw: bytes) -> _Branch:
    challenge = int.from_bytes(raw[:CHALLENGE], "big")
    return _Branch(challenge, group.decode_scalar(raw[CHALLENGE:]))
