"""A record is based on what was final before it was made, however long that takes."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from unonet.errors import LocalProtocolError
from unonet.ledger.kinds import Kind
from unonet.node.pen import Pen
from unonet.node.workbench import Workbench
from unonet.order.replica import Replica
from unonet.table.overlay import Record


class Order:
    """A replica as far as a pen knows one."""

    def __init__(self, *, full: bool = False) -> None:
        self.final_index = 7
        self.halted: object = None
        self.full = full
        self.signed: list[tuple[Kind, Any, int]] = []

    def submit(self, kind: Kind, body: Any, *, now: float, base: int) -> object:
        if self.full:
            raise LocalProtocolError("full")
        self.signed.append((kind, body, base))
        return body


def written(order: Order, *, long: bool, halted: bool = False) -> list[object]:
    """What the pen says of one record, while four more entries become final."""
    said: list[object] = []

    async def run() -> None:
        replica = cast(Replica, order)
        bench = Workbench(said.append)
        pen = Pen(replica, bench, settle=lambda: said.append("settle"), fail=said.append)
        pen.write(Record("key", Kind.MOVE, lambda: ("body",), long), said.append)
        order.final_index += 4
        order.halted = "a fork" if halted else None
        await asyncio.get_running_loop().shutdown_default_executor()
        await asyncio.sleep(0)

    asyncio.run(run())
    return said


def test_a_short_record_is_signed_at_once() -> None:
    order = Order()
    assert written(order, long=False) == [("body",)]
    assert order.signed == [(Kind.MOVE, ("body",), 7)]


def test_a_long_one_keeps_the_base_that_it_was_made_for() -> None:
    order = Order()
    assert written(order, long=True) == [("body",), "settle"]
    assert order.signed == [(Kind.MOVE, ("body",), 7)]


def test_what_the_order_does_not_take_is_a_failure_and_not_lost() -> None:
    (error,) = written(Order(full=True), long=True)
    assert isinstance(error, LocalProtocolError)


def test_nothing_is_signed_after_a_halt() -> None:
    order = Order()
    assert written(order, long=True, halted=True) == []
    assert order.signed == []
