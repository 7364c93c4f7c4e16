"""Open shares: t of them show a card to all, t − 1 to nobody."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.deal.proving import ENTROPY, GIVERS, OTHER, SECRETS, TABLE_CARDS, TYPES, transcript
from unonet.deal import group, open_share
from unonet.deal.ciphertext import Ciphertext, Held
from unonet.deal.group import Point
from unonet.errors import DealError

CARDS = tuple(map(Held, (4, 5, 11), TABLE_CARDS))


def given(seat: int) -> tuple[Point, ...]:
    own = transcript(prover=seat), GIVERS[seat], CARDS
    packed = open_share.prove_open_shares(*own, SECRETS[seat], ENTROPY)
    shares = open_share.verify_open_shares(transcript(prover=seat), GIVERS[seat], CARDS, packed)
    assert shares is not None
    return shares


SHARES = [given(seat) for seat in range(4)]


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_t_shares_show_the_card_and_fewer_do_not(size: int) -> None:
    for seats in combinations(range(4), size):
        for place, card in enumerate(TABLE_CARDS):
            shares = {seat: SHARES[seat][place] for seat in seats}
            shown = open_share.combine_open(card, shares)
            assert shown == (TYPES[place] if size >= 3 else None)


def test_what_is_no_card_is_shown_as_none() -> None:
    card = TABLE_CARDS[0]
    shares = {seat: SHARES[seat][0] for seat in (0, 1, 2)}
    assert open_share.combine_open(card._replace(b=OTHER), shares) is None
    bare = group.subtract(card.b, group.card_point(TYPES[0]))
    assert open_share.combine_open(Ciphertext(card.a, bare), shares) is None


def test_a_share_with_another_secret_is_found() -> None:
    packed = open_share.prove_open_shares(transcript(), GIVERS[0], CARDS, SECRETS[1], ENTROPY)
    assert open_share.verify_open_shares(transcript(), GIVERS[0], CARDS, packed) is None


def test_no_shares_of_nothing() -> None:
    with pytest.raises(DealError):
        open_share.prove_open_shares(transcript(), GIVERS[0], (), SECRETS[0], ENTROPY)
    assert open_share.verify_open_shares(transcript(), GIVERS[0], (), bytes(64)) is None
