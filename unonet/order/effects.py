"""What a replica wants done, in the order in which it must be done.

This module knows no file and no socket: the node carries effects out one after another, so that a
``Store`` and its ``Sync`` are done before the ``Tell`` or ``Broadcast`` that follows them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from unonet.errors import RemoteProtocolError
from unonet.ledger.entry import Entry, Seal
from unonet.ledger.layout import FrameType
from unonet.order.messages import Message, Submit


@dataclass(frozen=True, slots=True)
class Store:
    """Append one frame to the log file."""

    frame_type: FrameType
    body: bytes


@dataclass(frozen=True, slots=True)
class Sync:
    """Everything stored so far must survive a power cut before the next effect."""


@dataclass(frozen=True, slots=True)
class Keep:
    """An own move must outlive this process before the next effect, so that it can be repeated.

    One that ``opens`` a session must outlive a power cut as well: repeated by others after its
    author forgot it, it would end the session that followed.
    """

    submit: Submit
    opens: bool


@dataclass(frozen=True, slots=True)
class Send:
    """One message to one peer; dropped when there is no link, heartbeats make up for it."""

    peer: int
    message: Message


@dataclass(frozen=True, slots=True)
class Tell:
    """One message to several peers, in this order; dropped like that of a ``Send``."""

    peers: tuple[int, ...]
    message: Message


@dataclass(frozen=True, slots=True)
class Broadcast:
    """One message to every connected peer, seats and learners."""

    message: Message


@dataclass(frozen=True, slots=True)
class Prepare:
    """Run ``work`` elsewhere, then call ``Replica.prepared(index)``: the entry waits for it."""

    index: int
    work: Callable[[], object]


@dataclass(frozen=True, slots=True)
class Applied:
    """``entry`` is final and folded; ``result`` is what ``Application.apply`` returned."""

    entry: Entry
    result: Any


@dataclass(frozen=True, slots=True)
class Whole:
    """Nothing that this seat ever signed can be missing in its log: it may be told so next time."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """All live seats signed the end of a round; the application has been told."""

    seal: Seal


@dataclass(frozen=True, slots=True)
class Refused:
    """``peer`` lied in something that was only checked later: close its link.

    What is wrong with a message itself is raised by ``Replica.receive`` instead.
    """

    peer: int
    error: RemoteProtocolError


@dataclass(frozen=True, slots=True)
class Fork:
    """The leader signed two headers with one (term, index): both, with their signatures."""

    seat: int
    term: int
    index: int
    ours: tuple[bytes, bytes]
    theirs: tuple[bytes, bytes]


@dataclass(frozen=True, slots=True)
class Divergence:
    """Two state hashes after the entry ``index`` of one chain.

    ``entry_hash`` names the chain: the entry that ``seat`` acked or sealed when it said so;
    ``signed`` is the statement with its signature.
    """

    seat: int
    index: int
    entry_hash: bytes
    ours: bytes
    theirs: bytes
    signed: tuple[bytes, bytes]


Report: TypeAlias = Fork | Divergence


@dataclass(frozen=True, slots=True)
class Halted:
    """The last effect ever: this replica says and applies nothing more."""

    report: Report


Effect: TypeAlias = (
    Store
    | Sync
    | Keep
    | Send
    | Tell
    | Broadcast
    | Prepare
    | Applied
    | Whole
    | Sealed
    | Refused
    | Halted
)
