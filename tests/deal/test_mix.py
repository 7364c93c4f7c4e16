"""A mix: the same cards in an order that only the mixer knows, and proofs that fit one place."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any

import pytest

from tests.deal.forger import CONTEXT, hidden
from unonet.deal import group
from unonet.deal.ciphertext import Ciphertext, trivial
from unonet.deal.mix import mix, verify_mix
from unonet.deal.shuffle import Hedge
from unonet.deal.transcript import Transcript
from unonet.errors import DealError

SECRET = 424_242
KEY = group.base(SECRET)
TYPES = (3, 1, 4, 1, 5)
OLD = hidden(KEY, TYPES)
HEDGE = Hedge(secret=b"s" * 32, entropy=b"f" * 32)


def transcript(**changed: Any) -> Transcript:
    return Transcript("mix", CONTEXT._replace(**changed))


@lru_cache
def mixed() -> tuple[tuple[Ciphertext, ...], bytes]:
    return mix(transcript(), KEY, OLD, HEDGE)


def faces(deck: tuple[Ciphertext, ...]) -> Counter[bytes]:
    return Counter(group.subtract(b, group.multiply(a, SECRET)) for a, b in deck)


def test_a_mix_keeps_the_cards_and_no_ciphertext() -> None:
    new, proof = mixed()
    assert verify_mix(transcript(), KEY, OLD, new, proof)
    assert faces(new) == Counter(map(group.card_point, TYPES))
    assert not {*sum(new, ())} & {*sum(OLD, ())}


def test_mixes_follow_each_other_from_the_public_deck() -> None:
    deck = tuple(trivial(KEY, card) for card in TYPES)
    for seat in range(3):
        here = transcript(prover=seat)
        new, proof = mix(here, KEY, deck, Hedge(bytes([seat]) * 32, bytes(32)))
        assert verify_mix(transcript(prover=seat), KEY, deck, new, proof)
        deck = new
    assert faces(deck) == Counter(map(group.card_point, TYPES))


def test_a_whole_deck() -> None:
    deck = tuple(trivial(KEY, place % 54) for place in range(108))
    new, proof = mix(transcript(), KEY, deck, HEDGE)
    assert len(proof) == 17_897
    assert verify_mix(transcript(), KEY, deck, new, proof)


@pytest.mark.parametrize(
    "hedge",
    [Hedge(b"S" * 32, b"f" * 32), Hedge(b"s" * 32, b"F" * 32)],
    ids=["other secret", "other fresh bytes"],
)
def test_secret_and_fresh_bytes_both_decide(hedge: Hedge) -> None:
    assert mix(transcript(), KEY, OLD, HEDGE) == mixed()
    assert not {*mix(transcript(), KEY, OLD, hedge)[0]} & {*mixed()[0]}


@pytest.mark.parametrize("part", ["key", "deck", "context"])
def test_a_worn_out_source_of_randomness_repeats_nothing_for_another_statement(part: str) -> None:
    """Same secret, same fresh bytes: other factors and another order all the same."""
    key = group.base(SECRET + 1) if part == "key" else KEY
    deck = OLD[::-1] if part == "deck" else OLD
    here = transcript(epoch=9) if part == "context" else transcript()
    new, _ = mix(here, key, deck, HEDGE)
    shifts = [
        {group.subtract(after.a, before.a) for after in deck_new for before in deck_old}
        for deck_new, deck_old in ((new, deck), (mixed()[0], OLD))
    ]
    assert not shifts[0] & shifts[1]


ELSEWHERE = {
    "table_id": b"another 16 bytes",
    "round": 3,
    "attempt": 2,
    "epoch": 4,
    "trigger": b"\x01" * 32,
    "prover": 2,
}


def test_elsewhere_is_everywhere() -> None:
    assert ELSEWHERE.keys() == CONTEXT._asdict().keys()


@pytest.mark.parametrize("name", ELSEWHERE)
def test_a_proof_does_not_replay_elsewhere(name: str) -> None:
    new, proof = mixed()
    assert not verify_mix(transcript(**{name: ELSEWHERE[name]}), KEY, OLD, new, proof)


def test_a_mix_is_no_riffle() -> None:
    new, proof = mixed()
    assert not verify_mix(Transcript("riffle", CONTEXT), KEY, OLD, new, proof)


def test_no_card_is_substituted_duplicated_dropped_or_moved_afterwards() -> None:
    new, proof = mixed()
    other = trivial(KEY, 52)
    for forged in (
        (other, *new[1:]),
        (new[1], *new[1:]),
        new[:-1],
        (*new, new[0]),
        (new[1], new[0], *new[2:]),
        (Ciphertext(new[0].b, new[0].a), *new[1:]),
        (),
    ):
        assert not verify_mix(transcript(), KEY, OLD, forged, proof)
        assert not verify_mix(transcript(), KEY, forged, new, proof)
    assert not verify_mix(transcript(), KEY, OLD, OLD, proof)


def test_another_key_does_not_fit() -> None:
    new, proof = mixed()
    assert not verify_mix(transcript(), group.base(SECRET + 1), OLD, new, proof)


def test_nothing_is_not_mixed() -> None:
    with pytest.raises(DealError):
        mix(transcript(), KEY, (), HEDGE)
    assert not verify_mix(transcript(), KEY, (), (), b"")
