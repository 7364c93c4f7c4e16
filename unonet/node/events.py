"""What a node notices that is in no log: tables found, links, seals, its own moves on their way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class TableOpened(NamedTuple):
    """This node hosts a table and announces it."""

    name: str
    address: str
    port: int


class TableFound(NamedTuple):
    name: str
    address: str
    port: int


class GuestSat(NamedTuple):
    """Lobby: somebody took a seat; ``taken`` of ``seats`` are filled."""

    nickname: str
    taken: int
    seats: int


class LinkUp(NamedTuple):
    nickname: str


class LinkLost(NamedTuple):
    nickname: str


class MoveSent(NamedTuple):
    """Our own move left for the others; it counts once it is final."""

    token: str


@dataclass(frozen=True, slots=True)
class RoundSealed:
    """Every live seat signed the round's end."""

    index: int
    signatures: int


class Halted(NamedTuple):
    """The node stopped on purpose: a desync or a fork. ``report`` is a text for developers."""

    code: str
    report: str


NodeEvent = (
    TableOpened | TableFound | GuestSat | LinkUp | LinkLost | MoveSent | RoundSealed | Halted
)
