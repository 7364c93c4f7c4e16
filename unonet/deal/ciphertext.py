"""A hidden card: an ElGamal ciphertext over the deal's group, and a deck of them as bytes.

(a, b) = (r·G, M + r·K) hides the card point M under the key K; who knows k with K = k·G reads
M = b − k·a. Which key a ciphertext is under, and whose card it is, its holder has to know.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Final, NamedTuple, TypeAlias

from unonet.deal import group
from unonet.deal.group import Point
from unonet.errors import DecodeError

SIZE: Final = 2 * group.POINT
"""Bytes of an encoded ciphertext, 66: a and b, compressed."""

LARGEST_DECK: Final = 448
"""Four decks of 112, the most that a ruleset allows: more is refused before any work."""


class Ciphertext(NamedTuple):
    """(r·G, M + r·K); neither half is ever the identity."""

    a: Point
    b: Point


class Held(NamedTuple):
    """A slot and its ciphertext, under whichever key it is held."""

    slot: int
    card: Ciphertext


Deck: TypeAlias = Sequence[Ciphertext]


def trivial(key: Point, card_type: int) -> Ciphertext:
    """(G, K + M): what everybody can compute for a public card, with r = 1 instead of 0."""
    return Ciphertext(group.GENERATOR, group.add(key, group.card_point(card_type)))


def reencrypt(key: Point, hidden: Ciphertext, factor: int) -> Ciphertext:
    """The same card under the same key with fresh randomness: (a + r·G, b + r·K).

    Raises DealError for a factor of 0 or, with negligible chance, if a half becomes the identity.
    """
    return Ciphertext(
        group.linear([(hidden.a, 1)], base_scalar=factor),
        group.linear([(hidden.b, 1), (key, factor)]),
    )


def encode_deck(deck: Deck) -> bytes:
    """a ‖ b of every card in order, 66 bytes each."""
    return group.encode_many(points(deck))


def decode_deck(packed: bytes, *, most: int = LARGEST_DECK) -> tuple[Ciphertext, ...]:
    """The deck that ``encode_deck`` packed.

    Raises DecodeError for no or too many cards, for another length, and for bytes off the curve.
    """
    if not 0 < len(packed) <= most * SIZE or len(packed) % SIZE:
        raise DecodeError(f"a deck is 1 to {most} ciphertexts of {SIZE} bytes")
    halves = iter(group.decode_many(packed))
    return tuple(map(Ciphertext, halves, halves))


def points(deck: Deck) -> list[Point]:
    """a, b, a, b, … of the deck."""
    return list(chain.from_iterable(deck))
