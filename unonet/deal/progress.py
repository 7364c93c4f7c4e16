"""How a deal goes on by itself: what follows as soon as nobody owes the present step any more.

Opened nonces give the seed and the order, key shares the keys, both the deck that is mixed next; an
attempt or an epoch begins anew where one cannot be ended. Which record may be posted, and whether
it holds, ``session`` has decided before.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from unonet.deal import hashes
from unonet.deal.ciphertext import trivial
from unonet.deal.holdings import Holdings
from unonet.deal.keying import Keying
from unonet.deal.mixing import Mixing
from unonet.deal.permutation import permuted
from unonet.deal.steps import OPEN_PATH, SEALED_PATH, Ordered, Result, Seeded, Step

if TYPE_CHECKING:
    from unonet.deal.session import DealState


def advance(deal: DealState) -> Result | None:
    """Go on to the next step as long as nobody owes the present one."""
    while deal.seats and deal.step is not Step.ORDERED and not deal.due_seats():
        completed = deal.step
        deal.step = (SEALED_PATH if deal.sealed else OPEN_PATH)[completed]
        result = _complete(deal, completed)
        if result is not None:
            return result
    return None


def begin_keys(deal: DealState) -> None:
    """Forget all keys; those of a sealed deal are made anew among the seats that are left."""
    deal.keying = Keying.among(deal.seats, strict=deal.strict) if deal.sealed else None


def begin_attempt(deal: DealState) -> None:
    """Step 1 again: nothing of what was committed and opened is used."""
    deal.attempt += 1
    deal.step = Step.COMMIT
    deal.commits, deal.openings, deal.nonces = {}, {}, {}
    deal.mixing = deal.holdings = None
    begin_keys(deal)


def begin_epoch(deal: DealState) -> None:
    """Every seat owes a nonce for the next order."""
    deal.epoch += 1
    deal.step = Step.NONCE
    deal.nonces, deal.openings2 = {}, {}


def remove(deal: DealState, seat: int) -> None:
    """The seat takes no part any longer."""
    deal.seats = tuple(other for other in deal.seats if other != seat)
    if deal.step is Step.NONCE:
        deal.nonces.pop(seat, None)
    if deal.mixing is not None:
        deal.mixing = deal.mixing.without(seat)


def _complete(deal: DealState, step: Step) -> Result | None:
    match step:
        case Step.OPEN:
            return _sow(deal)
        case Step.KEY_SHARES:
            _begin_first_mix(deal)
        case Step.NONCE:
            _begin_mix(deal)
        case Step.OPEN2:
            return _order(deal)
    return None


def _sow(deal: DealState) -> Seeded:
    n1s = _ascending(deal.openings)
    deal.seed = hashes.seed_hash(deal.table_id, deal.round, deal.attempt, n1s)
    deal.pile = bytes(permuted(deal.types(), hashes.deck_hash(deal.seed)))
    return Seeded(deal.seed)


def _begin_first_mix(deal: DealState) -> None:
    assert deal.keying is not None
    deal.keying.complete()
    key = deal.keying.table_key
    deck = Mixing(tuple(trivial(key, card) for card in deal.pile))
    deal.mixing = deck.begin(deal.seats, first=deal.first, mixes=len(deal.seats))
    deal.holdings = Holdings()
    deal.pile = b""


def _begin_mix(deal: DealState) -> None:
    if deal.mixing is not None and deal.keying is not None:
        mixes, mixers = deal.keying.threshold, deal.keying.holders(deal.seats)
        deal.mixing = deal.mixing.begin(mixers, first=deal.first, mixes=mixes)


def _order(deal: DealState) -> Ordered:
    n2s = _ascending(deal.openings2)
    seed = hashes.order_hash(deal.table_id, deal.round, deal.attempt, deal.epoch, n2s)
    return _lay_open(deal, seed) if deal.holdings is None else _lay_sealed(deal, seed)


def _lay_open(deal: DealState, seed: bytes) -> Ordered:
    base = len(deal.faces)
    types = tuple(permuted(deal.pile, seed))
    deal.faces += bytes(types)
    deal.pile = b""
    return Ordered(deal.epoch, base, tuple(range(base, base + len(types))), types)


def _lay_sealed(deal: DealState, seed: bytes) -> Ordered:
    assert deal.holdings is not None and deal.mixing is not None
    slots = deal.holdings.lay(permuted(deal.mixing.deck, seed))
    deal.mixing = None
    return Ordered(deal.epoch, slots[0], slots, None)


def _ascending(values: Mapping[int, bytes]) -> tuple[bytes, ...]:
    return tuple(values[seat] for seat in sorted(values))
