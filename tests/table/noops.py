"""Records that do nothing: post one and look that it left everything as it was."""

from __future__ import annotations

from typing import Any

from tests.table.tabletop import Tabletop, besides_n
from unonet.game.cards import CARD_TEXTS, FIRST_WILD, PLAYABLE
from unonet.game.state import TURN
from unonet.table.events import Ignored
from unonet.table.reducer import Fold, Folded


def ignored(table: Tabletop, folded_by: Any, reason: str) -> None:
    """``folded_by()`` posts a record; it must do nothing, and say why."""
    before, index, deal = besides_n(table.fold), table.ledger.last_index, table.fold.deal.copy()
    round_ = table.fold.round and table.fold.round.copy()
    folded: Folded = folded_by()
    entry = table.ledger.entry(index + 1)
    assert folded.noop == reason
    assert folded.events == (Ignored(entry.index, entry.seat, reason),)
    assert besides_n(table.fold) == before
    assert (table.fold.round, table.fold.deal) == (round_, deal)
    assert table.fold.index == index + 1


def posted(table: Tabletop, seat: int, kind: int, body: Any, reason: str, **changes: Any) -> None:
    """The record is a no-op for ``reason`` and consumes its n."""
    n = table.ledger.next_n(seat, table.sessions[seat])
    ignored(table, lambda: table.post(seat, kind, body, **changes), reason)
    assert table.ledger.next_n(seat, table.sessions[seat]) == n + 1
    assert {who: last for who, _, last in table.fold.public_values()[-1]}[seat] == n


def table_in_turn(seats: int = 3, seed: int = 1) -> Tabletop:
    """Dealt, some turns on, somebody on turn in phase ``turn``."""
    table = Tabletop(seats, "classic", seed=seed).dealt()
    table.until(lambda fold: fold.last_turn > 8)
    return table.until(lambda fold: fold.round is not None and fold.round.phase == TURN)


def turn_of(fold: Fold) -> int:
    assert fold.round is not None
    return fold.round.turn


def misplayed(table: Tabletop, fits: bool) -> tuple[str, int]:
    """(token, slot) of a coloured card of the seat on turn that does or does not match."""
    state = table.fold.round
    for slot in state.hands[state.turn]:
        card = state.faces[slot]
        if card < FIRST_WILD and fits == (card in PLAYABLE[state.color][state.top]):
            return CARD_TEXTS[card], slot
    raise AssertionError("no such card in this hand: take another seed")
