"""What a replica that stopped for good is called to a person: the error of each report."""

from __future__ import annotations

from typing import assert_never

from unonet.errors import Desync, ForkDetected, LedgerError
from unonet.order import effects as order


def halt_error(report: order.Report) -> LedgerError:
    match report:
        case order.Fork(seat=seat, index=index):
            return ForkDetected(f"seat {seat} signed two entries {index}")
        case order.Divergence(seat=seat, index=index):
            return Desync(f"seat {seat} has another state after entry {index}", index)
        case _:
            assert_never(report)
