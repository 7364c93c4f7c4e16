"""What seats do with the cards of a sealed deal once an epoch is ordered: share, open, riffle.

Each function takes one step of a ``DealState``, or raises and has changed nothing: DealError for
what is not due, or is about other cards than it could be, BadProof(seat) for a proof that does not
hold. Which cards a seat must show, and why, is for the rules to say.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from unonet.deal import one_of, showing, verdicts
from unonet.deal.ciphertext import Held
from unonet.deal.holdings import Ask, Given, Holdings, Item
from unonet.deal.keying import Keying
from unonet.deal.one_of import Claim
from unonet.deal.proofs import Opening
from unonet.deal.session import DealState
from unonet.deal.share import Giver, Transfer
from unonet.deal.showing import Showing
from unonet.deal.steps import Handed
from unonet.errors import BadProof, DealError

MOST_SLOTS: Final = 30_000
"""No riffle takes a round beyond: what is left up to 2¹⁶ is for shuffles, which it cannot miss."""


def parts_of(deal: DealState) -> tuple[Keying, Holdings]:
    """Keys and cards. Raises DealError when there are none yet, or none at all."""
    if deal.keying is None or deal.holdings is None:
        raise DealError("no card is sealed")
    return deal.keying, deal.holdings


def transfers(deal: DealState, ask: Ask) -> tuple[Transfer, ...]:
    """The private cards of an ask, each on its way to the round key of its seat."""
    keying, holdings = parts_of(deal)
    return tuple(
        Transfer(slot, holdings.table[slot], seat, keying.round_keys[seat])
        for slot, seat in ask.private
    )


def shown(deal: DealState, ask: Ask) -> tuple[Held, ...]:
    """The cards of an ask that are opened to all."""
    _, holdings = parts_of(deal)
    return tuple(Held(slot, holdings.table[slot]) for slot, _ in ask.public)


def giver(deal: DealState, seat: int) -> Giver:
    keying, _ = parts_of(deal)
    return Giver(keying.table_key, keying.parts[seat])


def gives(deal: DealState, seat: int, ask: Ask) -> bool:
    """Whether the seat's shares for ``ask`` are still due."""
    keying, _ = parts_of(deal)
    return seat in keying.holders(deal.seats) and seat not in ask.given


def share(
    deal: DealState, seat: int, index: int, hash: bytes, private: bytes, public: bytes
) -> Handed | None:
    """A seat's shares for what the entry (index, hash) asked; the last that is needed gives Handed.

    ``private`` and ``public`` are the bytes of ``share`` and ``open_share``, empty for no cards.
    """
    keying, holdings = parts_of(deal)
    ask = holdings.find(index, hash)
    if not gives(deal, seat, ask):
        raise DealError("no share of this seat is due")
    ask = ask.plus(seat, _checked(deal, seat, ask, private, public), private, public)
    if len(ask.given) < keying.threshold:
        holdings.give(ask)
        return None
    return _hand_out(deal, ask)


def _checked(deal: DealState, seat: int, ask: Ask, private: bytes, public: bytes) -> Given:
    if (private and not ask.private) or (public and not ask.public):
        raise DealError("shares that nobody asked for")
    context, by = deal.card_context(seat, ask.hash), giver(deal, seat)
    given = verdicts.shares(context, by, transfers(deal, ask), private) if ask.private else ()
    opened = verdicts.open_shares(context, by, shown(deal, ask), public) if ask.public else ()
    if given is None or opened is None:
        raise BadProof("these shares do not hold", seat)
    return Given(given, opened)


def _hand_out(deal: DealState, ask: Ask) -> Handed:
    """DealError if all who gave have conspired to make the identity of it."""
    _, holdings = parts_of(deal)
    private, public = transfers(deal, ask), shown(deal, ask)
    given = ask.given.items()
    cards = verdicts.handed(
        tuple(item.card for item in private), tuple((seat, by.private) for seat, by in given)
    )
    types = verdicts.turned_up(public, tuple((seat, by.public) for seat, by in given))
    items = (Item(item.slot, item.seat) for item in private)
    holdings.settle(ask, dict(zip(items, cards, strict=True)))
    opened = tuple(zip((held.slot for held in public), map(_card, types), strict=True))
    return Handed(opened)


def _card(card: int | None) -> int:
    if card is None:
        raise AssertionError("a proven mix has the cards of the deck, and no others")
    return card


def owned(deal: DealState, seat: int, slots: Collection[int]) -> tuple[Held, ...]:
    """The seat's own ciphertexts of these slots. Raises DealError if one has not come yet."""
    _, holdings = parts_of(deal)
    return tuple(Held(slot, holdings.of(slot, seat)) for slot in slots)


def opening_of(deal: DealState, seat: int, slot: int, card: int) -> Opening:
    """That the seat's ciphertext of ``slot`` hides this type."""
    keying, holdings = parts_of(deal)
    return Opening(slot, holdings.of(slot, seat), keying.round_keys[seat], card)


def claim_of(deal: DealState, seat: int, slots: Sequence[int], allowed: frozenset[int]) -> Claim:
    """That each of these slots of the seat's hides one of the allowed types."""
    keying, _ = parts_of(deal)
    return Claim(owned(deal, seat, slots), keying.round_keys[seat], allowed)


def showing_of(deal: DealState, seat: int, viewer: int, slots: Sequence[int]) -> Showing:
    """These slots of the seat's hand on their way to the viewer's eyes."""
    keying, _ = parts_of(deal)
    keys = keying.round_keys
    return Showing(owned(deal, seat, slots), keys[seat], viewer, keys[viewer])


def require_opened(deal: DealState, seat: int, openings: tuple[Opening, ...], proof: bytes) -> None:
    """That the seat opened these cards of its own, 64 bytes of proof each."""
    if len(proof) != verdicts.OPENING * len(openings):
        raise DealError("not one proof for each card")
    false = verdicts.unopened(deal.card_context(seat), openings, proof)
    if false is not None:
        raise BadProof(f"slot {false.slot} does not hold this card", seat)


def require_among(
    deal: DealState, seat: int, claim: Claim, proof: bytes, *, trigger: bytes
) -> None:
    """That each card of the claim, which are some, has one of the allowed types."""
    if len(proof) != one_of.size_of(claim):
        raise DealError("a proof of another number of cards")
    cards, key, allowed = claim
    context = deal.card_context(seat, trigger)
    if not verdicts.among(context, tuple(cards), key, frozenset(allowed), proof):
        raise BadProof("the hand is not shown to be innocent", seat)


def show(deal: DealState, seat: int, way: Showing, packed: bytes, *, trigger: bytes) -> None:
    """The cards on their way can be read by their viewer as well."""
    _, holdings = parts_of(deal)
    if len(packed) != showing.size_of(way):
        raise DealError("a showing of another number of cards")
    cards = verdicts.shown(deal.card_context(seat, trigger), way, packed)
    if cards is None:
        raise BadProof("what is shown is not the hand", seat)
    items = (Item(held.slot, way.viewer) for held in way.cards)
    holdings.show(dict(zip(items, cards, strict=True)))


def riffle(
    deal: DealState, seat: int, slots: tuple[int, ...], packed: bytes, proof: bytes
) -> tuple[int, ...]:
    """Fresh slots for these of the seat's hand, in an order that only the seat knows."""
    keying, holdings = parts_of(deal)
    if not may_riffle(holdings, seat, slots):
        raise DealError("these cards cannot be riffled now")
    old = tuple((holdings.table[slot], holdings.of(slot, seat)) for slot in slots)
    keys = keying.table_key, keying.round_keys[seat]
    new = verdicts.riffled_hand(deal.card_context(seat), keys, old, packed, proof)
    if new is None:
        raise BadProof("the riffle does not hold", seat)
    return holdings.replace(seat, new)


def may_riffle(holdings: Holdings, seat: int, slots: Collection[int]) -> bool:
    """Whether the deal lets the seat riffle these slots: all have come, one since its last riffle.

    The others pay for every riffle, with its proof and with slots, of which a round has not many.
    """
    if not slots or len(holdings.table) + len(slots) > MOST_SLOTS:
        return False
    low, high = holdings.riffled.get(seat, (0, -1))
    asked = {item.slot for ask in holdings.asks.values() for item in ask.items}
    return any(not low <= slot <= high for slot in slots) and asked.isdisjoint(slots)
