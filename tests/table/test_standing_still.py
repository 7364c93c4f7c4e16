"""No entry keeps a node from its links: what takes long is done before, on another thread."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.deal.operations import Meter
from tests.table.tabletop import Tabletop
from unonet.ledger.kinds import Kind
from unonet.table.reducer import Folded

MOST = 200
"""Multiplications that take 5 ms, at 25 µs each."""


class Metered(Tabletop):
    """Does the work of each entry apart, as a node does; ``costs``: what is then left of it."""

    def __init__(self, seats: int, meter: Meter, **options: Any) -> None:
        super().__init__(seats, deal="sealed", **options)
        self.meter = meter
        self.costs: list[tuple[Kind, int]] = []

    def take(self, record: Any) -> Folded:
        entry = self.ordered(record)
        work = self.fold.work(entry)
        if work is not None:
            work()
        before = self.meter.count
        folded = super().take(record)
        self.costs.append((Kind(entry.kind), self.meter.count - before))
        return folded

    def deal_by(self, order: Random) -> Metered:
        """The records that are due, those of all seats in a random order."""
        while owing := list(self.owing()):
            seat, record = order.choice(owing)
            self.post(seat, record.kind, record.make())
        return self


@pytest.mark.parametrize("seats", [2, 4, 10])
def test_the_work_apart_leaves_little_of_any_entry(
    seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever shares first: what it takes to put shares together depends on it."""
    table = Metered(seats, Meter(monkeypatch), seed=2)
    table.greet()
    table.deal_by(Random(5))
    for _ in range(20):
        table.step()
    assert {Kind.OPEN, Kind.KEY_SHARES, Kind.MIX, Kind.SHARE, Kind.MOVE} <= dict(table.costs).keys()
    assert max(cost for _, cost in table.costs) <= MOST
    assert sum(cost for kind, cost in table.costs if kind == Kind.MIX) == 0


def test_a_seat_sees_what_it_owes_and_holds_without_standing_still(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its key shares are opened, and its cards read, where its links are served."""
    meter = Meter(monkeypatch)
    table = Metered(10, meter, seed=2)
    table.greet()
    overlay = table.overlays[7]
    most = 0
    while owing := next(table.owing(), None):
        seat, record = owing
        table.post(seat, record.kind, record.make())
        looked = meter.of(lambda: list(overlay.records(table.fold, table.entropy(7))))
        most = max(most, looked, meter.of(lambda: overlay.faces(table.fold)))
    assert 0 < most <= MOST


def test_the_last_share_is_put_together_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cards of ten hands take more than a node may stand still."""
    table = Metered(10, Meter(monkeypatch), seed=2)
    table.greet()
    while table.fold.deal.holdings is None or not table.fold.deal.holdings.asks:
        seat, record = next(table.owing())
        table.post(seat, record.kind, record.make())
    made = [(seat, record.kind, record.make()) for seat, record in table.owing()][::2]
    made += [(seat, record.kind, record.make()) for seat, record in table.owing()][1::2]
    for seat, kind, body in made[:5]:
        table.post(seat, kind, body)
    entry = table.ordered(table.signed(*made[5]))
    work = table.fold.work(entry)
    assert work is not None and table.meter.of(work) > 5 * MOST
    assert table.meter.of(lambda: table.fold.apply(entry)) <= MOST
    assert table.fold.round is not None and table.fold.round.hands
