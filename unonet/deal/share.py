"""Shares: how t seats together hand a card to one seat, and nobody else can read it.

A card on the table is (a, b) under the table key Y. For its way to the key P of a seat, seat i
posts D = sᵢ·a + r·P and R = r·G; any t of them give a ciphertext under P, which everybody computes.
All shares of one entry have one proof: random exponents ρ make one equation of all of theirs
(Bellare, Garay and Rabin, "Fast Batch Verification", 1998). Which cards are due to whom, and which
t shares count, is not known here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, islice, repeat
from typing import Final, NamedTuple, TypeVar

from unonet.deal import group, sigma
from unonet.deal.ciphertext import Ciphertext
from unonet.deal.group import GENERATOR, ORDER, POINT, Point, Scalar
from unonet.deal.keys import lagrange
from unonet.deal.sigma import Relation, Term, Terms
from unonet.deal.transcript import Transcript, hedged
from unonet.errors import DealError, DecodeError

T = TypeVar("T")

SHARE: Final = 2 * POINT
"""Bytes of one share."""


class Giver(NamedTuple):
    """Whose share it is: the key that the cards are under, and the giver's part of it, s·G."""

    table_key: Point
    verification_key: Point


class Transfer(NamedTuple):
    """One card on its way: its slot and ciphertext, and the seat and key that it goes to."""

    slot: int
    card: Ciphertext
    seat: int
    key: Point


class Share(NamedTuple):
    """D = s·a + r·P and R = r·G."""

    d: Point
    r: Point


def size_of(transfers: Sequence[Transfer]) -> int:
    """Bytes of the shares of these transfers with their proof."""
    return SHARE * len(transfers) + sigma.size_of(1 + len(_keys(transfers)))


def prove_shares(
    transcript: Transcript,
    giver: Giver,
    transfers: Sequence[Transfer],
    secret: Scalar,
    entropy: bytes,
) -> bytes:
    """The shares of one entry and their proof: 66 bytes for each card, 32 for each key, and 64.

    ``secret`` is s of the verification key. Raises DealError for no transfers.
    """
    if not transfers:
        raise DealError("no cards to give shares of")
    _append_transfers(transcript, giver, transfers)
    nonces = hedged(group.encode_scalar(secret), "share", transcript, entropy)
    factors = list(islice(nonces, len(transfers)))
    packed = group.encode_many(chain.from_iterable(map(_share, transfers, factors, repeat(secret))))
    rhos = _rhos(transcript, packed)
    mixed = [
        sum(factor * rho for factor, rho in pairs) % ORDER
        for pairs in _by_key(transfers, zip(factors, rhos, strict=True))
    ]
    sums = _sums(transfers, rhos)
    return packed + sigma.prove(transcript, sums, [secret, *mixed], entropy)


def verify_shares(
    transcript: Transcript, giver: Giver, transfers: Sequence[Transfer], packed: bytes
) -> tuple[Share, ...] | None:
    """The share of each transfer if all are right; None if one is not, or is malformed."""
    end = SHARE * len(transfers)
    if not transfers or len(packed) != size_of(transfers):
        return None
    try:
        points = iter(group.decode_many(packed[:end]))
        shares = tuple(map(Share, points, points))
        _append_transfers(transcript, giver, transfers)
        relations = _relations(giver, transfers, shares, _rhos(transcript, packed[:end]))
    except (DealError, DecodeError):
        return None
    secrets = len(relations) - 1
    return shares if sigma.verify(transcript, relations, secrets, packed[end:]) else None


def combine(card: Ciphertext, shares: Mapping[int, Share]) -> Ciphertext:
    """The card under its owner's key, from the shares of t seats, by seat.

    (R, C) = (−Σ λR, b − Σ λD); C − p·R is the card. Which t seats gave them decides which
    ciphertext it is, not which card. Raises DealError where the identity turns up, which takes t
    givers that agree on it: the last of these shares is then to be refused.
    """
    weights = [-weight for weight in lagrange(tuple(shares))]
    given = shares.values()
    return Ciphertext(
        group.linear(zip((share.r for share in given), weights, strict=True)),
        group.linear([(card.b, 1), *zip((share.d for share in given), weights, strict=True)]),
    )


def read(owned: Ciphertext, secret: Scalar) -> int | None:
    """The type of a card under the key of this secret; None if it is no card, or not under it."""
    try:
        mask = group.secret_multiply(owned.a, secret)
        return group.card_type(group.subtract(owned.b, mask))
    except DealError:
        return None


def _share(transfer: Transfer, factor: Scalar, secret: Scalar) -> Share:
    bare = group.secret_multiply(transfer.card.a, secret)
    return Share(group.add(bare, group.multiply(transfer.key, factor)), group.base(factor))


def _append_transfers(transcript: Transcript, giver: Giver, transfers: Sequence[Transfer]) -> None:
    transcript.append("shares", group.encode_many(giver), len(transfers))
    for slot, card, seat, key in transfers:
        transcript.append("transfer", slot, seat, group.encode_many((*card, key)))


def _rhos(transcript: Transcript, packed: bytes) -> list[int]:
    """1, and random ones for the others: one equation alone needs no mixing."""
    transcript.append("shared", packed)
    return [1, *transcript.small("rho", len(packed) // SHARE - 1)]


def _keys(transfers: Sequence[Transfer]) -> dict[Point, None]:
    """In the order in which they first come, which is that of their secrets Σ ρr after s."""
    return dict.fromkeys(transfer.key for transfer in transfers)


def _by_key(transfers: Sequence[Transfer], items: Iterable[T]) -> Iterable[list[T]]:
    """The items of the transfers to each key, in the order of ``_keys``."""
    grouped: dict[Point, list[T]] = {}
    for transfer, item in zip(transfers, items, strict=True):
        grouped.setdefault(transfer.key, []).append(item)
    return grouped.values()


def _sums(transfers: Sequence[Transfer], rhos: Sequence[int]) -> list[Terms]:
    """Of s·G; of Σ ρR for each key; of Σ ρD = s·Σ ρa + Σ over the keys of (Σ ρr)·P."""
    mixed = group.linear(zip((transfer.card.a for transfer in transfers), rhos, strict=True))
    keys = [Term(key, place) for place, key in enumerate(_keys(transfers), start=1)]
    factors = [[Term(GENERATOR, place)] for _, place in keys]
    return [[Term(GENERATOR, 0)], *factors, [Term(mixed, 0), *keys]]


def _relations(
    giver: Giver, transfers: Sequence[Transfer], shares: Sequence[Share], rhos: Sequence[int]
) -> list[Relation]:
    factors = zip((share.r for share in shares), rhos, strict=True)
    images = [
        giver.verification_key,
        *map(group.linear, _by_key(transfers, factors)),
        group.linear(zip((share.d for share in shares), rhos, strict=True)),
    ]
    return list(map(Relation, images, _sums(transfers, rhos)))
