"""The kinds of record that an entry can carry: one registry of integers (protocol.md, "Records").

A kind below 32 is written by a seat in a signed Move, one from 32 on by the leader as a system
record.
This module knows the numbers only; what a body means is the business of ``unonet.table``.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final


class Kind(IntEnum):
    HELLO = 1
    COMMIT = 2
    OPEN = 3
    KEY_SHARES = 4
    COMPLAIN = 5
    NONCE = 6
    MIX = 7
    OPEN2 = 8
    SHARE = 9
    REVEAL = 10
    MOVE = 11
    RIFFLE = 12
    LEAVE = 13

    TIMEOUT = 32
    BENCH = 33
    RETURN = 34
    NEW_TERM = 35
    ROUND_END = 36
    VOID = 37


SYSTEM_FROM: Final = 32
