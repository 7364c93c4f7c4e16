"""How many curve operations a sealed deck takes as the protocol is written down, by record.

Additions, small multiples (Horner's rule at a seat's number), hashes and encoding count nothing.
"""

from __future__ import annotations

from typing import Any, Final

from tests.bench.curve import Counts
from tests.bench.mixes import checking, proving
from unonet.deal.keys import threshold
from unonet.errors import UnonetError
from unonet.game.notation import parse_move
from unonet.ledger.entry import Entry
from unonet.ledger.kinds import Kind
from unonet.table.payloads import MoveBody, read_body
from unonet.table.reducer import Fold
from unonet.table.showdown import needs

DECK: Final = 108
HAND: Final = 7
OPENED: Final = Counts(fixed=1, variable=3)
"""Checking that one card is what its owner says."""


def possession(commitments: int) -> Counts:
    """Checking the keys of one seat."""
    return Counts(fixed=2, variable=2, decoded=commitments + 1)


def sharing(cards: int, keys: int) -> Counts:
    """Making one seat's shares of cards on their way to so many keys."""
    return Counts(fixed=cards + 1 + keys, variable=2 * cards, secret=cards + 1 + keys)


def shared(cards: int, keys: int) -> Counts:
    """Checking them."""
    if not cards:
        return Counts()
    return Counts(fixed=1 + keys, variable=3 * cards + 2 * keys, decoded=2 * cards)


def shown(cards: int) -> Counts:
    """Checking one seat's shares of cards that are opened to all."""
    return Counts(fixed=1, variable=2 * cards + 1, decoded=cards) if cards else Counts()


def setting_up(seats: int) -> Counts:
    """All that one seat of these does until the first turn; it checks its own records, too."""
    enough, others = threshold(seats), seats - 1
    keys = Counts(fixed=enough + 1 + 2).plus(possession(enough), seats)
    keys = keys.plus(Counts(fixed=1, secret=2), others)
    mixes = proving(DECK, 1).plus(checking(DECK, 1), seats)
    cards = HAND * seats
    deal = sharing(cards, seats).plus(Counts(fixed=1, secret=2))
    given = shared(cards, seats).plus(shown(1)).plus(combined(cards, 1))
    return keys.plus(mixes).plus(deal).plus(given, enough)


def combined(private: int, public: int) -> Counts:
    """What the share of one seat adds to these cards when enough have given theirs."""
    return Counts(variable=2 * private + public)


def applied(fold: Fold, entry: Entry) -> Counts:
    """What the next entry takes to be folded; nothing if it is refused before its proof is read."""
    count = _COUNTED.get(Kind(entry.kind))
    try:
        body = read_body(entry.kind, entry.body)
        return Counts() if count is None else count(fold, entry, body)
    except UnonetError:
        return Counts()


def _open(fold: Fold, entry: Entry, body: tuple[Any, ...]) -> Counts:
    return possession(len(body[1]))


def _mix(fold: Fold, entry: Entry, body: tuple[Any, ...]) -> Counts:
    mixing = fold.deal.mixing
    return checking(len(mixing.deck), 1) if mixing is not None else Counts()


def _share(fold: Fold, entry: Entry, body: tuple[Any, ...]) -> Counts:
    holdings = fold.deal.holdings
    ask = holdings.asks.get(body[0]) if holdings is not None else None
    if ask is None:
        return Counts()  # enough others have given theirs
    private, public = len(ask.private), len(ask.public)
    keys = len({item.seat for item in ask.private})
    return shared(private, keys).plus(shown(public)).plus(combined(private, public))


def _reveal(fold: Fold, entry: Entry, body: tuple[Any, ...]) -> Counts:
    return Counts().plus(OPENED, len(body[0]))


def _riffle(fold: Fold, entry: Entry, body: tuple[Any, ...]) -> Counts:
    return checking(len(body[0]), 2)


def _move(fold: Fold, entry: Entry, body: tuple[Any, ...]) -> Counts:
    claim, seat, state = MoveBody(*body), entry.seat, fold.round
    if not claim.proof or state is None or seat is None:
        return Counts()
    needed = needs(fold.deal, state, seat, parse_move(claim.token), claim.slot)
    cards = len(needed.innocent.cards) if needed.innocent else 0
    branches = cards * len(needed.innocent.allowed) if needed.innocent else 0
    counts = Counts(fixed=branches, variable=3 * branches)
    if needed.laid is not None:
        counts = counts.plus(OPENED)
    return counts if needed.shown is None else counts.plus(shared(cards, 1))


_COUNTED: Final = {
    Kind.OPEN: _open,
    Kind.MIX: _mix,
    Kind.SHARE: _share,
    Kind.REVEAL: _reveal,
    Kind.RIFFLE: _riffle,
    Kind.MOVE: _move,
}
