"""Showing a hand: the challenger reads it, nobody else does, and it is the hand that was judged."""

from __future__ import annotations

import pytest

from tests.deal.proving import ENTROPY, HAND, KEYS, OWNED_CARDS, TYPES, transcript
from unonet.deal import group, share, showing
from unonet.deal.share import Share
from unonet.deal.showing import Showing
from unonet.errors import DealError

SHOWING = Showing(HAND, KEYS[1].public, 3, KEYS[3].public)


def shown() -> bytes:
    return showing.prove_showing(transcript(), SHOWING, KEYS[1].secret, ENTROPY)


def test_the_viewer_alone_reads_the_hand() -> None:
    cards = showing.verify_showing(transcript(), SHOWING, shown())
    assert cards is not None
    assert [share.read(card, KEYS[3].secret) for card in cards] == list(TYPES)
    for seat in (0, 1, 2):
        assert [share.read(card, KEYS[seat].secret) for card in cards] == [None] * 3


def test_other_cards_cannot_be_shown() -> None:
    """Shares that turn one card into another prove nothing of this hand."""
    lifted = group.subtract(group.card_point(1), group.card_point(TYPES[0]))
    better = OWNED_CARDS[0]._replace(b=group.add(OWNED_CARDS[0].b, lifted))
    changed = SHOWING._replace(cards=(HAND[0]._replace(card=better), *HAND[1:]))
    packed = showing.prove_showing(transcript(), changed, KEYS[1].secret, ENTROPY)
    assert showing.verify_showing(transcript(), SHOWING, packed) is None
    assert showing.verify_showing(transcript(), changed, packed) is not None


def test_only_the_owner_can_show_it() -> None:
    for secret in (KEYS[0].secret, KEYS[3].secret):
        packed = showing.prove_showing(transcript(), SHOWING, secret, ENTROPY)
        assert showing.verify_showing(transcript(), SHOWING, packed) is None


def test_a_share_of_the_table_is_no_showing() -> None:
    """The equations are the same, so that what is said before them has to differ."""
    giver, transfers = showing._transfers(SHOWING)
    packed = share.prove_shares(transcript(), giver, transfers, KEYS[1].secret, ENTROPY)
    assert share.verify_shares(transcript(), giver, transfers, packed) is not None
    assert showing.verify_showing(transcript(), SHOWING, packed) is None


def test_an_empty_hand_is_not_shown() -> None:
    empty = SHOWING._replace(cards=())
    with pytest.raises(DealError):
        showing.prove_showing(transcript(), empty, KEYS[1].secret, ENTROPY)
    assert showing.verify_showing(transcript(), empty, bytes(96)) is None


def test_a_card_that_comes_to_the_identity_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody can prove such a share, so that it has to be slipped in behind the proof."""
    bad = tuple(Share(card.b, card.a) for card in OWNED_CARDS)
    monkeypatch.setattr(share, "verify_shares", lambda *_: bad)
    assert showing.verify_showing(transcript(), SHOWING, b"") is None
