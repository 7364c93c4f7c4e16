"""A riffle: pairs stay pairs, and nobody learns which is which."""

from __future__ import annotations

from typing import Any

import pytest

from tests.deal.forger import CONTEXT, Lie, blended, forge, hidden, rows
from unonet.deal import group
from unonet.deal.mix import verify_mix
from unonet.deal.riffle import Pair, decode_hand, encode_hand, riffle, verify_riffle
from unonet.deal.shuffle import Hedge
from unonet.deal.shuffle_proof import Column
from unonet.deal.transcript import Transcript
from unonet.errors import DealError, DecodeError

SECRETS = (1_111, 2_222)
TABLE_KEY, OWNER_KEY = map(group.base, SECRETS)
TYPES = (52, 9, 9)
HAND = tuple(map(Pair, hidden(TABLE_KEY, TYPES, "table"), hidden(OWNER_KEY, TYPES, "owner")))
HEDGE = Hedge(secret=b"s" * 32, entropy=b"f" * 32)


def transcript(**changed: Any) -> Transcript:
    return Transcript("riffle", CONTEXT._replace(**changed))


def accepts(new: Any, proof: bytes, **changed: Any) -> bool:
    return verify_riffle(transcript(**changed), TABLE_KEY, OWNER_KEY, HAND, new, proof)


def opened(pair: Pair) -> list[bytes]:
    return [
        group.subtract(card.b, group.multiply(card.a, secret))
        for card, secret in zip(pair, SECRETS, strict=True)
    ]


NEW, PROOF = riffle(transcript(), TABLE_KEY, OWNER_KEY, HAND, HEDGE)


def test_a_riffle_keeps_the_pairs() -> None:
    assert accepts(NEW, PROOF)
    faces = [opened(pair) for pair in NEW]
    assert all(table == owned for table, owned in faces)
    assert sorted(table for table, _ in faces) == sorted(map(group.card_point, TYPES))
    assert not {half for pair in NEW for card in pair for half in card} & {
        half for pair in HAND for card in pair for half in card
    }


@pytest.mark.parametrize("size", [1, 2])
def test_a_small_hand(size: int) -> None:
    hand = HAND[:size]
    new, proof = riffle(transcript(), TABLE_KEY, OWNER_KEY, hand, HEDGE)
    assert len(proof) == 163 * size + 391
    assert verify_riffle(transcript(), TABLE_KEY, OWNER_KEY, hand, new, proof)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("table_id", b"another 16 bytes"),
        ("round", 3),
        ("attempt", 2),
        ("epoch", 4),
        ("trigger", b"\x01" * 32),
        ("prover", 2),
    ],
)
def test_a_proof_does_not_replay_elsewhere(name: str, value: Any) -> None:
    assert not accepts(NEW, PROOF, **{name: value})


def test_keys_do_not_change_places() -> None:
    swapped = (OWNER_KEY, TABLE_KEY)
    assert not verify_riffle(transcript(), *swapped, HAND, NEW, PROOF)
    assert not verify_riffle(transcript(), TABLE_KEY, TABLE_KEY, HAND, NEW, PROOF)


def test_halves_under_different_permutations_are_refused() -> None:
    """The owner would part the table's card from the one that it can read."""
    factors = ([5, 6, 7], [8, 9, 10])
    orders = ((0, 1, 2), (1, 0, 2))
    columns = [
        Column(key, old, blended(key, old, rows(order), own))
        for key, old, order, own in zip(
            (TABLE_KEY, OWNER_KEY), zip(*HAND, strict=True), orders, factors, strict=True
        )
    ]
    parted = list(zip(columns[0].new, columns[1].new, strict=True))
    for order in orders:
        proof = forge(transcript(), columns, Lie(rows(order), factors))
        assert not accepts(parted, proof)
    for column, own, order in zip(columns, factors, orders, strict=True):
        alone = forge(transcript(), [column], Lie(rows(order), [own]))
        assert verify_mix(transcript(), *column, alone)


def test_no_pair_is_parted_dropped_or_doubled_afterwards() -> None:
    first, second, third = NEW
    for forged in (
        (Pair(first.table, second.owned), Pair(second.table, first.owned), third),
        (Pair(first.owned, first.table), second, third),
        (second, first, third),
        (first, first, third),
        (first, second),
        (*NEW, first),
        HAND,
        (),
    ):
        assert not accepts(forged, PROOF)


def test_every_tenth_byte_counts() -> None:
    for place in range(0, len(PROOF), 10):
        changed = bytes([PROOF[place] ^ 0x40])
        assert not accepts(NEW, PROOF[:place] + changed + PROOF[place + 1 :])


def test_an_empty_hand_is_not_riffled() -> None:
    with pytest.raises(DealError):
        riffle(transcript(), TABLE_KEY, OWNER_KEY, (), HEDGE)
    assert not verify_riffle(transcript(), TABLE_KEY, OWNER_KEY, (), (), b"")


@pytest.mark.parametrize("size", [1, 3, 250])
def test_a_hand_comes_back_from_its_bytes(size: int) -> None:
    hand = (HAND * 84)[:size]
    packed = encode_hand(hand)
    assert len(packed) == 132 * size
    assert packed[66:132] == encode_hand([hand[0][::-1]])[:66]
    assert decode_hand(packed) == hand


def test_half_a_pair_and_no_pair_are_refused() -> None:
    packed = encode_hand(HAND)
    for bad in (b"", packed[:-66], packed[:-1], packed + packed[:33], bytes(132), packed * 150):
        with pytest.raises(DecodeError):
            decode_hand(bad)
