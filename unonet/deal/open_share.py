"""Open shares: t seats together show a card to all.

For the card (a, b) of a slot under the table key Y, seat i posts D = sᵢ·a, and one proof for all
cards of the entry that it is the sᵢ of its verification key. Which cards are to be open is not
known here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from unonet.deal import group, sigma
from unonet.deal.ciphertext import Ciphertext, Held
from unonet.deal.group import GENERATOR, POINT, Point, Scalar
from unonet.deal.keys import lagrange
from unonet.deal.share import Giver
from unonet.deal.sigma import Relation, Term, Terms
from unonet.deal.transcript import Transcript
from unonet.errors import DealError, DecodeError


def size_of(cards: int) -> int:
    """Bytes of the open shares of so many cards with their proof."""
    return POINT * cards + sigma.size_of(1)


def prove_open_shares(
    transcript: Transcript, giver: Giver, cards: Sequence[Held], secret: Scalar, entropy: bytes
) -> bytes:
    """The open shares of one entry and their proof: 33 bytes for each card, and 64.

    ``secret`` is s of the verification key. Raises DealError for no cards.
    """
    if not cards:
        raise DealError("no cards to give shares of")
    packed = group.encode_many(group.secret_multiply(card.a, secret) for _, card in cards)
    rhos = _append_statement(transcript, giver, cards, packed)
    return packed + sigma.prove(transcript, _sums(cards, rhos), [secret], entropy)


def verify_open_shares(
    transcript: Transcript, giver: Giver, cards: Sequence[Held], packed: bytes
) -> tuple[Point, ...] | None:
    """D of each card if all are right; None if one is not, or is malformed."""
    end = POINT * len(cards)
    if not cards or len(packed) != size_of(len(cards)):
        return None
    try:
        shares = group.decode_many(packed[:end])
        rhos = _append_statement(transcript, giver, cards, packed[:end])
        images = giver.verification_key, group.linear(zip(shares, rhos, strict=True))
        relations = list(map(Relation, images, _sums(cards, rhos)))
    except (DealError, DecodeError):
        return None
    return tuple(shares) if sigma.verify(transcript, relations, 1, packed[end:]) else None


def combine_open(card: Ciphertext, shares: Mapping[int, Point]) -> int | None:
    """The type of the card, from D of t seats, by seat; None if it is none of the deck's."""
    weights = [-weight for weight in lagrange(tuple(shares))]
    try:
        return group.card_type(
            group.linear([(card.b, 1), *zip(shares.values(), weights, strict=True)])
        )
    except DealError:
        return None


def _append_statement(
    transcript: Transcript, giver: Giver, cards: Sequence[Held], packed: bytes
) -> list[int]:
    transcript.append("open shares", group.encode_many(giver), len(cards))
    for slot, card in cards:
        transcript.append("card", slot, group.encode_many(card))
    transcript.append("shared", packed)
    return [1, *transcript.small("rho", len(cards) - 1)]


def _sums(cards: Sequence[Held], rhos: Sequence[int]) -> tuple[Terms, Terms]:
    """Of s·G, and of Σ ρD = s·Σ ρa."""
    mixed = group.linear(zip((card.a for _, card in cards), rhos, strict=True))
    return [Term(GENERATOR, 0)], [Term(mixed, 0)]
