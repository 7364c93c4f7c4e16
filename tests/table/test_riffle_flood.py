"""Riffles that hide nothing: they would cost every seat a proof and the table slots, for ever."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table.tabletop import Tabletop
from unonet.deal import riffle, sealed
from unonet.deal.shuffle import Hedge
from unonet.deal.transcript import Transcript
from unonet.game import seals
from unonet.game.moves import Move, Verb
from unonet.ledger.kinds import Kind

SMALL = "r1:6,y1:6,g1:6"


def body(table: Tabletop, seat: int) -> tuple[Any, ...]:
    """The riffle of the hand that this seat has now."""
    deal, state = table.fold.deal, table.fold.round
    keying, holdings = sealed.parts_of(deal)
    slots = seals.hand_to_riffle(state, seat)
    hand = [(holdings.table[slot], holdings.of(slot, seat)) for slot in slots]
    hedge = Hedge(table.overlays[seat].secrets.reveal("keys", deal), bytes(32))
    keys = keying.table_key, keying.round_keys[seat]
    new, proof = riffle.riffle(Transcript("riffle", deal.card_context(seat)), *keys, hand, hedge)
    return slots, riffle.encode_hand(new), proof


def dealt() -> Tabletop:
    return Tabletop(2, "quick", deal="sealed", deck=SMALL, hand_size="3").dealt()


def test_a_hand_that_has_nothing_new_is_riffled_once() -> None:
    table = dealt()
    first, *_ = body(table, 0)
    assert table.post(0, Kind.RIFFLE, body(table, 0)).noop is None
    before = len(table.fold.round.faces)
    assert table.post(0, Kind.RIFFLE, body(table, 0)).noop == "deal"
    assert len(table.fold.round.faces) == before
    assert seals.hand_to_riffle(table.fold.round, 0) != first


def test_a_drawn_card_lets_a_hand_be_riffled_again() -> None:
    table = dealt()
    seat = table.fold.round.turn
    assert table.post(seat, Kind.RIFFLE, body(table, seat)).noop is None
    draw_and_keep(table)
    assert table.post(seat, Kind.RIFFLE, body(table, seat)).noop is None


def test_whoever_hides_its_draws_hides_all_of_them() -> None:
    """Cards of the draw pile have lower slots than those of an earlier riffle."""
    table = dealt()
    hiding = table.fold.round.turn
    table.overlays[hiding].riffles = True
    for _ in range(3):
        draw_and_keep(table)
        assert [(seat, record.kind) for seat, record in table.owing()] == [(hiding, Kind.RIFFLE)]
        table.shuffle()
        draw_and_keep(table)


def draw_and_keep(table: Tabletop) -> None:
    """The turn of whoever is on turn."""
    seat = table.fold.round.turn
    table.move(seat, Move(Verb.DRAW))
    table.shuffle()
    table.move(seat, Move(Verb.KEEP))


def test_nobody_riffles_once_the_slots_of_a_round_run_short(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = dealt()
    monkeypatch.setattr(sealed, "MOST_SLOTS", 20)
    assert table.post(0, Kind.RIFFLE, body(table, 0)).noop == "deal"
