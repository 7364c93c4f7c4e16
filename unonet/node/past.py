"""What an earlier process of a seat left: its log, read and checked. A value; it knows no file."""

from __future__ import annotations

from dataclasses import dataclass

from unonet.ledger.entry import Seal
from unonet.ledger.ledger import Ledger
from unonet.order.memory import Memory


@dataclass(frozen=True, slots=True)
class Past:
    """``ledger`` with every entry of the log, ``memory`` with what of it is final and why.

    A seat that ``looks_on`` has lost what it had to remember: it must not ack, move or open again.
    """

    ledger: Ledger
    memory: Memory
    looks_on: bool = False

    @property
    def newest_seal(self) -> Seal | None:
        return max(self.memory.seals, key=lambda seal: seal.index, default=None)
