"""The records of the deal: which of its steps each takes, and what a table says of it.

Each judge takes the one step that may be refused, DealError (BadProof), and returns what follows.
Whether proofs hold is for ``unonet.deal`` to say.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from unonet.deal import Step, sealed
from unonet.errors import IllegalMove
from unonet.game import seals
from unonet.ledger.entry import Entry
from unonet.ledger.kinds import Kind
from unonet.table.consequences import AnyEvent, follow, settle
from unonet.table.events import Committed, Complained, KeysMade, Mixed, Opened, SessionStarted

if TYPE_CHECKING:
    from unonet.table.reducer import Fold

Body: TypeAlias = tuple[Any, ...]
Carry: TypeAlias = Callable[[], list[AnyEvent]]
"""What a record that took effect leads to; it cannot fail."""


def author(entry: Entry) -> int:
    assert entry.seat is not None, "the ledger lets only seats write these kinds"
    return entry.seat


def _hello(fold: Fold, entry: Entry, body: Body) -> Carry:
    return lambda: [SessionStarted(author(entry))]


def _commit(fold: Fold, entry: Entry, body: Body) -> Carry:
    seat = author(entry)
    fold.open_deal().commit(seat, *body)
    return lambda: [Committed(seat, fold.deal.epoch)]


def _open(fold: Fold, entry: Entry, body: Body) -> Carry:
    seat = author(entry)
    result = fold.open_deal().open(seat, *body)
    return lambda: follow(fold, result, [Opened(seat, second=False)])


def _key_shares(fold: Fold, entry: Entry, body: Body) -> Carry:
    deal = fold.open_deal()
    deal.key_shares(author(entry), *body)
    keying = deal.keying
    assert keying is not None
    made = deal.step is not Step.KEY_SHARES
    return lambda: [KeysMade(len(keying.seats), keying.threshold)] if made else []


def _complain(fold: Fold, entry: Entry, body: Body) -> Carry:
    seat, dealer = author(entry), body[0]
    result = fold.open_deal().complain(seat, *body)
    return lambda: follow(fold, result, [Complained(seat, dealer)])


def _nonce(fold: Fold, entry: Entry, body: Body) -> Carry:
    seat = author(entry)
    fold.open_deal().nonce(seat, *body)
    return lambda: [Committed(seat, fold.deal.epoch)]


def _mix(fold: Fold, entry: Entry, body: Body) -> Carry:
    seat, deal = author(entry), fold.open_deal()
    deal.mix(seat, *body)
    assert deal.mixing is not None
    done = deal.mixing.done
    mixed = Mixed(seat, deal.epoch, (done, done + deal.mixing.left))
    return lambda: [mixed]


def _open2(fold: Fold, entry: Entry, body: Body) -> Carry:
    seat = author(entry)
    result = fold.open_deal().open2(seat, *body)
    return lambda: follow(fold, result, [Opened(seat, second=True)])


def _share(fold: Fold, entry: Entry, body: Body) -> Carry:
    result = sealed.share(fold.open_deal(), author(entry), *body)
    return lambda: follow(fold, result, [])


def _reveal(fold: Fold, entry: Entry, body: Body) -> Carry:
    """An owner opens its hand after the round."""
    seat, state = author(entry), fold.round
    hand = seals.hand_to_open(state, seat)
    assert state is not None
    types, proof = body
    if len(types) != len(hand):
        raise IllegalMove("bad_slots")
    cards = list(zip(hand, types, strict=True))
    deal = fold.open_deal()
    openings = tuple(sealed.opening_of(deal, seat, *card) for card in cards)
    sealed.require_opened(deal, seat, openings, proof)

    def carry() -> list[AnyEvent]:
        for slot, face in cards:
            seals.reveal(state, slot, face)
        return settle(fold, state, [])

    return carry


def _riffle(fold: Fold, entry: Entry, body: Body) -> Carry:
    seat, state = author(entry), fold.round
    old, *cards = body
    if seals.hand_to_riffle(state, seat) != old:
        raise IllegalMove("bad_slots")
    assert state is not None
    new = sealed.riffle(fold.open_deal(), seat, old, *cards)
    return lambda: list(seals.riffled(state, seat, old, new))


JUDGES: Final[dict[Kind, Callable[[Fold, Entry, Body], Carry]]] = {
    Kind.HELLO: _hello,
    Kind.COMMIT: _commit,
    Kind.OPEN: _open,
    Kind.KEY_SHARES: _key_shares,
    Kind.COMPLAIN: _complain,
    Kind.NONCE: _nonce,
    Kind.MIX: _mix,
    Kind.OPEN2: _open2,
    Kind.SHARE: _share,
    Kind.REVEAL: _reveal,
    Kind.RIFFLE: _riffle,
}
