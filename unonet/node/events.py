"""What a node notices that is in no log: tables found, people in a lobby, links, seals, chat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class TableOpened(NamedTuple):
    """This node hosts a table and announces it."""

    name: str
    address: str
    port: int


class HardToFind(NamedTuple):
    """A way of being found cannot be opened; an address still leads to the table."""

    problem: str


class OnlyHere(NamedTuple):
    """No interface leads to others: nobody on another machine can come to the table."""


class WayIn(NamedTuple):
    """One address of the own table; ``spoken`` are the five words for it."""

    address: str
    port: int
    spoken: str


class CodeSet(NamedTuple):
    """The own table is closed: only whoever has this code gets in, or even sees who sits here."""

    code: str


class TableFound(NamedTuple):
    name: str
    address: str
    port: int


# The lobby


class Seated(NamedTuple):
    """We have a seat ourselves, under this name."""

    nickname: str


class GuestSat(NamedTuple):
    """Somebody took a seat; ``taken`` of ``seats`` are filled."""

    nickname: str
    taken: int
    seats: int


class GuestLeft(NamedTuple):
    nickname: str
    taken: int
    seats: int


class TermsShown(NamedTuple):
    """A new draft of the terms, under the id that the table would have; nobody is ready for it."""

    table_id: bytes


class RulesProposed(NamedTuple):
    """The rules that the terms now have: (option, value) pairs that differ from ``classic``."""

    differences: tuple[tuple[str, str], ...]


class SeatReady(NamedTuple):
    nickname: str


class SeatUnready(NamedTuple):
    nickname: str


class PairApart(NamedTuple):
    """These two have no link to each other: the table cannot start."""

    first: str
    second: str


class PairTogether(NamedTuple):
    first: str
    second: str


class CountdownStarted(NamedTuple):
    seconds: int


class CountdownStopped(NamedTuple):
    pass


class DeckReaders(NamedTuple):
    """Whose programs could read the deck: ``nickname`` answers for ``own`` seats of ``seats``.

    ``threshold`` seats together can read a sealed deck; an open one everybody's program reads.
    """

    deal: str
    threshold: int
    seats: int
    nickname: str
    own: int


class Met(NamedTuple):
    """Somebody sits here; ``sighting`` says what the key means to this home.

    ``sighting`` is a value of ``unonet.node.known.Sighting``; ``before`` is what the key, or for a
    strange key with a known name the name, was called when it was met before.
    """

    nickname: str
    sighting: str
    key: bytes
    before: str


class WatcherCame(NamedTuple):
    nickname: str


class WatcherLeft(NamedTuple):
    nickname: str


class CompanyGone(NamedTuple):
    """The host of the last match opens no other one."""


# Everywhere


class ChatHeard(NamedTuple):
    """A line from somebody at the table, or one's own; ``said`` may name a canned phrase."""

    nickname: str
    said: str


class LogKept(NamedTuple):
    """The log of the match that has just ended is complete in this file."""

    log: str


class LinkUp(NamedTuple):
    nickname: str


class LinkLost(NamedTuple):
    """``why`` is a ``net.loss.Loss``."""

    nickname: str
    why: str


class Waiting(NamedTuple):
    """Nothing becomes final before these are linked again: too few are, or the leader is not."""

    nicknames: tuple[str, ...]


class GoingOn(NamedTuple):
    """The table waits no longer."""


class Resumed(NamedTuple):
    """Our seat is taken up again, ``entries`` of its log are final."""

    entries: int


class Sidelined(NamedTuple):
    """What our seat had to remember is lost: it looks on, and acks, moves and opens nothing."""


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
    TableOpened
    | HardToFind
    | OnlyHere
    | WayIn
    | CodeSet
    | TableFound
    | Seated
    | GuestSat
    | GuestLeft
    | TermsShown
    | RulesProposed
    | SeatReady
    | SeatUnready
    | PairApart
    | PairTogether
    | CountdownStarted
    | CountdownStopped
    | DeckReaders
    | Met
    | WatcherCame
    | WatcherLeft
    | CompanyGone
    | ChatHeard
    | LogKept
    | LinkUp
    | LinkLost
    | Waiting
    | GoingOn
    | Resumed
    | Sidelined
    | MoveSent
    | RoundSealed
    | Halted
)
