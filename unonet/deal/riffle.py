"""A riffle: the owner of a hand shuffles it, so that a card just drawn looks like an old one.

Each card is a pair: its ciphertext under the table key Y and the one under its owner's round key P;
both move together. Which slots make up a hand is not known here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from unonet.deal.ciphertext import (
    LARGEST_DECK,
    SIZE,
    Ciphertext,
    Deck,
    decode_deck,
    encode_deck,
)
from unonet.deal.group import Point
from unonet.deal.shuffle import Hedge, Source, shuffle
from unonet.deal.shuffle_proof import Column, verify
from unonet.deal.transcript import Transcript
from unonet.errors import DecodeError


class Pair(NamedTuple):
    """One card of a hand: for the table, and for its owner."""

    table: Ciphertext
    owned: Ciphertext


Hand: TypeAlias = Sequence[tuple[Ciphertext, Ciphertext]]
"""Of a table and an owner's ciphertext each."""


def riffle(
    transcript: Transcript, table_key: Point, owner_key: Point, hand: Hand, hedge: Hedge
) -> tuple[tuple[Pair, ...], bytes]:
    """The pairs re-encrypted and permuted in secret, with the proof: 163·N + 391 bytes.

    ``transcript`` is fresh, with the context of the riffle. Raises DealError for an empty hand.
    """
    tables, owned = _halves(hand)
    decks, proof = shuffle(transcript, [Source(table_key, tables), Source(owner_key, owned)], hedge)
    return tuple(map(Pair, *decks)), proof


def verify_riffle(
    transcript: Transcript, table_key: Point, owner_key: Point, old: Hand, new: Hand, proof: bytes
) -> bool:
    """Whether ``new`` has the pairs of ``old``, each once; False for whatever is malformed."""
    columns = map(Column, (table_key, owner_key), _halves(old), _halves(new))
    return verify(transcript, list(columns), proof)


def encode_hand(hand: Hand) -> bytes:
    """a ‖ b ‖ R ‖ C of every pair in order, 132 bytes each."""
    return encode_deck([card for pair in hand for card in pair])


def decode_hand(packed: bytes) -> tuple[Pair, ...]:
    """The pairs that ``encode_hand`` packed.

    Raises DecodeError for none or too many, for another length, and for bytes off the curve.
    """
    if len(packed) % (2 * SIZE):
        raise DecodeError("a hand is pairs of ciphertexts")
    cards = iter(decode_deck(packed, most=2 * LARGEST_DECK))
    return tuple(map(Pair, cards, cards))


def _halves(hand: Hand) -> tuple[Deck, Deck]:
    return [table for table, _ in hand], [owned for _, owned in hand]
