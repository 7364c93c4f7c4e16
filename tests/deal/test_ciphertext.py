"""Ciphertexts: they hide and open to the card, and decks have one encoding."""

from __future__ import annotations

import pytest

from tests.deal.forger import hidden
from unonet.deal import group
from unonet.deal.ciphertext import (
    LARGEST_DECK,
    SIZE,
    Ciphertext,
    decode_deck,
    encode_deck,
    reencrypt,
    trivial,
)
from unonet.errors import DealError, DecodeError

SECRET = 9_876_543_210
KEY = group.base(SECRET)


def opened(card: Ciphertext) -> bytes:
    return group.subtract(card.b, group.multiply(card.a, SECRET))


@pytest.mark.parametrize("card_type", [0, 53, 55])
def test_whoever_has_the_secret_reads_the_card(card_type: int) -> None:
    card = trivial(KEY, card_type)
    assert card == (group.base(1), group.add(KEY, group.card_point(card_type)))
    assert opened(card) == group.card_point(card_type)


def test_reencryption_changes_both_halves_and_not_the_card() -> None:
    card = trivial(KEY, 7)
    fresh = reencrypt(KEY, card, 5)
    assert fresh.a != card.a and fresh.b != card.b
    assert opened(fresh) == group.card_point(7)
    assert reencrypt(KEY, fresh, 4) == reencrypt(KEY, card, 9)


def test_no_half_becomes_the_identity() -> None:
    with pytest.raises(DealError):
        reencrypt(KEY, trivial(KEY, 7), group.ORDER - 1)
    with pytest.raises(DealError):
        reencrypt(KEY, trivial(KEY, 7), 0)


@pytest.mark.parametrize("size", [1, 7, 108])
def test_a_deck_comes_back_from_its_bytes(size: int) -> None:
    deck = hidden(KEY, [place % 54 for place in range(size)])
    packed = encode_deck(deck)
    assert len(packed) == size * SIZE
    assert packed[:SIZE] == group.encode(deck[0].a) + group.encode(deck[0].b)
    assert decode_deck(packed) == deck


def test_a_deck_of_another_length_is_refused() -> None:
    packed = encode_deck([trivial(KEY, 1)])
    assert len(decode_deck(packed * LARGEST_DECK)) == LARGEST_DECK
    for bad in (b"", packed[:-1], packed + packed[:33], packed * (LARGEST_DECK + 1)):
        with pytest.raises(DecodeError):
            decode_deck(bad)


@pytest.mark.parametrize("place", [0, 33])
@pytest.mark.parametrize("bad", [bytes(33), b"\x02" + b"\xff" * 32, b"\x04" + b"\x01" * 32])
def test_halves_off_the_curve_are_refused(place: int, bad: bytes) -> None:
    packed = encode_deck([trivial(KEY, 1)])
    with pytest.raises(DecodeError):
        decode_deck(packed[:place] + bad + packed[place + 33 :])
