"""A move says what its author had seen; one that says what cannot be does nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.table.noops import posted, table_in_turn, turn_of
from unonet.errors import IllegalMove
from unonet.game import engine
from unonet.game.legality import REASONS
from unonet.game.moves import DRAW
from unonet.ledger.kinds import Kind
from unonet.table.events import NOOPS

DRAWN = ("d", None, None, ())
PROTOCOL = Path(__file__).parents[2] / "protocol.md"


@pytest.mark.parametrize("kind", [Kind.MOVE, Kind.COMMIT, Kind.LEAVE])
def test_a_base_that_is_not_below_the_move(kind: Kind) -> None:
    bodies = {Kind.MOVE: DRAWN, Kind.COMMIT: (bytes(32), bytes(32), 0), Kind.LEAVE: ()}
    for ahead in (1, 2, 1000):
        table = table_in_turn()
        base = table.ledger.last_index + ahead
        posted(table, turn_of(table.fold), kind, bodies[kind], "foreign_base", base=base)


def test_a_base_with_the_hash_of_another_entry() -> None:
    table = table_in_turn()
    seat, last = turn_of(table.fold), table.ledger.last_index
    for wrong in (bytes(32), table.ledger.hash_at(last - 1), table.ledger.hash_at(0)):
        posted(table, seat, Kind.MOVE, DRAWN, "foreign_base", base_hash=wrong)
    posted(table, seat, Kind.MOVE, DRAWN, "foreign_base", base=0, base_hash=bytes(32))


def test_an_honest_base_of_any_age_is_known_also_to_a_copy() -> None:
    table = table_in_turn()
    seat = turn_of(table.fold)
    table.fold = table.fold.copy()
    assert table.post(seat, Kind.MOVE, ("zz", None, None, ()), base=0).noop == "decode"
    assert table.move(seat, DRAW).noop is None


def test_a_fault_after_the_move_is_no_reason_to_ignore_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a change must never pass for none."""

    def broken(*_: object) -> None:
        raise IllegalMove("not_wanted")

    table = table_in_turn()
    monkeypatch.setattr(engine, "settle", broken)
    with pytest.raises(IllegalMove):
        table.move(turn_of(table.fold), DRAW)


def test_every_reason_is_registered_and_the_tables_own_are_documented() -> None:
    text = PROTOCOL.read_text(encoding="utf-8")
    assert REASONS < NOOPS
    for reason in NOOPS - REASONS:
        assert f"`{reason}`" in text
