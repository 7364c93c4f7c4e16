"""Writes what a seat has to say: makes the body of a record and signs it as its next move.

What takes long is made on another thread. Which records are owed, and what they say, is not known
here, nor when one becomes final.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from unonet.errors import LocalProtocolError
from unonet.ledger.entry import Move as SignedMove
from unonet.ledger.kinds import Kind
from unonet.node.workbench import Workbench
from unonet.order.replica import Replica
from unonet.table.overlay import Body, Record

Signed = Callable[[SignedMove], object]
Stands = Callable[[], bool]


def _nothing(signed: SignedMove) -> None:
    """Nobody waits for it."""


def _always() -> bool:
    """Its base says what it was made for, and that is looked at."""
    return True


class Pen:
    """``settle`` is called after a record that was made late, ``fail`` if it cannot be signed."""

    def __init__(
        self,
        replica: Replica,
        bench: Workbench,
        *,
        settle: Callable[[], None],
        fail: Callable[[LocalProtocolError], None],
    ) -> None:
        self._replica = replica
        self._bench = bench
        self._settle = settle
        self._fail = fail
        self._loop = asyncio.get_running_loop()
        self.making = 0
        """Records that are being made on the other thread."""

    def write(self, record: Record, then: Signed = _nothing, *, stands: Stands = _always) -> None:
        """Make, sign, then give what was signed to ``then``, at once unless the record is long.

        It is based on what is final now: what it proves may not hold at a later table. One that is
        long is dropped if it does not stand any more when it is made: later records of the seat may
        have gone before it, and it would be taken for a false proof where it does not belong.
        Raises LocalProtocolError if the order does not take it.
        """
        base = self._replica.final_index
        if record.long:
            self.making += 1
            self._bench.do(
                record.make, lambda body: self._late(record.kind, body, base, then, stands)
            )
        else:
            then(self._sign(record.kind, record.make(), base))

    def _late(self, kind: Kind, body: Body, base: int, then: Signed, stands: Stands) -> None:
        self.making -= 1
        if self._replica.halted is not None:
            return
        try:
            if stands():
                then(self._sign(kind, body, base))
        except LocalProtocolError as error:
            self._fail(error)
        else:
            self._settle()

    def _sign(self, kind: Kind, body: Body, base: int) -> SignedMove:
        return self._replica.submit(kind, body, now=self._loop.time(), base=base)
