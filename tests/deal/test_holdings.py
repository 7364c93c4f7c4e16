"""What does not change any more once a seat can read a slot."""

from __future__ import annotations

from unonet.deal import group
from unonet.deal.ciphertext import Ciphertext
from unonet.deal.holdings import Ask, Holdings, Item

FIRST, SECOND = (Ciphertext(group.base(n), group.base(n + 1)) for n in (5, 7))
ITEM = Item(0, 2)


def test_shares_that_come_after_a_showing_leave_the_card_as_it_was_shown() -> None:
    """A proof over the card may be on its way: under another ciphertext it would be false."""
    holdings = Holdings(table=[FIRST], asks={9: Ask(9, bytes(32), (ITEM,))})
    holdings.show({ITEM: FIRST})
    holdings.settle(holdings.asks[9], {ITEM: SECOND})
    assert holdings.of(0, 2) == FIRST
    assert not holdings.asks


def test_a_second_showing_leaves_the_card_as_it_was() -> None:
    holdings = Holdings(table=[FIRST])
    holdings.show({ITEM: FIRST})
    holdings.show({ITEM: SECOND})
    assert holdings.of(0, 2) == FIRST
