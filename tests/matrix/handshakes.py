"""The steps of a handshake, each to the end that hears it; and the first frame after them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.matrix.cells import Outcome, made, same
from unonet.errors import HandshakeFailed, NetworkError, RemoteProtocolError, VersionMismatch
from unonet.ledger.identity import Identity
from unonet.wire.channel import Channel, ChannelEvent, Endpoint, Opened, Received, Refused, Reply
from unonet.wire.frames import frame

ROWS = ("pattern", "message 1", "answer", "message 2", "message 3", "confirmation", "frame")
TOPIC, FOREIGN = b"t" * 16, b"f" * 16
INITIATOR, RESPONDER, LIAR = (Identity.from_seed(bytes([n]) * 32) for n in (1, 2, 3))
FLOOD = 30


class Impostor:
    """Shows the key of somebody whose signature it cannot make."""

    def __init__(self, shown: Identity) -> None:
        self.key = shown.key
        self.sign = LIAR.sign


@dataclass
class Wire:
    """Both ends of a connection, and what went over it so far; no two are alike."""

    salt: int = 0
    near_identity: Any = INITIATOR
    far_identity: Any = RESPONDER
    near_topic: bytes | None = TOPIC
    far_topic: bytes = TOPIC
    steps: list[bytes] = field(default_factory=list)

    def __post_init__(self) -> None:
        near = Endpoint(self.near_identity, bytes([7]) * 32, self.near_topic)
        far = Endpoint(self.far_identity, bytes([8]) * 32, self.far_topic)
        fresh = self.salt.to_bytes(30, "big")
        self.near = Channel(near, initiator=True, ephemeral=b"n\1" + fresh, now=0.0)
        self.far = Channel(far, initiator=False, ephemeral=b"f\1" + fresh, now=0.0)

    def run_to(self, row: str) -> bytes:
        """Everything up to ``row``, whose bytes are returned and not heard yet."""
        opening = self.near.open()
        first, rest = opening[:1], opening[1:]
        if row in ("pattern", "message 1"):
            if row == "message 1":
                self.far.receive_bytes(first)
            return first if row == "pattern" else rest
        answer = _raw(self.far.receive_bytes(opening))
        if row in ("answer", "message 2"):
            if row == "message 2":
                self.near.receive_bytes(answer[:1])
            return answer[:1] if row == "answer" else answer[1:]
        third = _raw(self.near.receive_bytes(answer))
        if row == "message 3":
            return third
        confirmation = _raw(self.far.receive_bytes(third))
        if row == "confirmation":
            return confirmation
        self.near.receive_bytes(confirmation)
        return self.near.send(b"\5\x91\7")

    def victim(self, row: str) -> Channel:
        return self.near if row in ("answer", "message 2", "confirmation") else self.far


def attack(row: str, column: str) -> Outcome:
    if column == "flood":
        return same([attack(row, "type") for _ in range(FLOOD)])
    make = _COMMON.get(column) or made(_FORGED, row, column)
    wire, raw = _FORGED.get((row, column), make)(row)
    outcome = _heard(wire.victim(row), raw)
    # The endpoint is as it was: the next handshake is one.
    assert Wire(salt=99).run_to("frame")
    return outcome


def _heard(victim: Channel, raw: bytes) -> Outcome:
    """REFUSED: the connection ends; DROPPED: more is waited for, until the deadline."""
    was_open = victim.deadline is None
    try:
        events = victim.receive_bytes(raw)
    except (NetworkError, RemoteProtocolError) as error:
        assert was_open or isinstance(error, HandshakeFailed | VersionMismatch)
        return Outcome.REFUSED
    assert not any(isinstance(event, Opened | Received) for event in events)
    if any(isinstance(event, Refused) for event in events):
        return Outcome.REFUSED
    assert was_open or victim.deadline is not None
    return Outcome.DROPPED


def _raw(events: list[ChannelEvent]) -> bytes:
    return b"".join(event.raw for event in events if isinstance(event, Reply))


# What is wrong: a wire that has come to the row, and what is said then


def _truncated(row: str) -> tuple[Wire, bytes]:
    wire = Wire()
    return wire, wire.run_to(row)[:-1]


def _oversized(row: str) -> tuple[Wire, bytes]:
    wire = Wire()
    wire.run_to(row)
    limit = 65_535 if row == "frame" else 1_024
    return wire, (limit + 1).to_bytes(4, "big")


def _type(row: str) -> tuple[Wire, bytes]:
    wire = Wire()
    size = len(wire.run_to(row))
    return wire, b"\x09" if size == 1 else frame(bytes(size - 4))


def _replayed(row: str) -> tuple[Wire, bytes]:
    """What was said in an earlier connection."""
    earlier, wire = Wire(salt=1), Wire(salt=2)
    wire.run_to(row)
    return wire, earlier.run_to(row)


def _state(row: str) -> tuple[Wire, bytes]:
    """What belongs to another step."""
    wire, other = Wire(salt=1), Wire(salt=2)
    wire.run_to(row)
    return wire, other.run_to("message 3" if row != "message 3" else "message 2")


def _signed_by_nobody(row: str) -> tuple[Wire, bytes]:
    who = "far_identity" if row == "message 2" else "near_identity"
    wire = Wire(**{who: Impostor(RESPONDER if row == "message 2" else INITIATOR)})
    return wire, wire.run_to(row)


def _at_another_table(row: str) -> tuple[Wire, bytes]:
    if row == "message 2":
        wire = Wire(far_topic=FOREIGN)
        return wire, wire.run_to(row)
    # The initiator repeats the topic that it hears: it has to lie about it.
    wire = Wire(near_topic=None)
    proof = wire.near._proof
    wire.near._proof = lambda role, h, topic: proof(role, h, FOREIGN)  # type: ignore[method-assign]
    return wire, wire.run_to(row)


def _sealed_again(row: str) -> tuple[Wire, bytes]:
    """A frame of this very link, a second time."""
    wire = Wire()
    raw = wire.run_to(row)
    wire.far.receive_bytes(raw)
    return wire, raw


_COMMON: dict[str, Callable[[str], tuple[Wire, bytes]]] = {
    "truncated": _truncated,
    "oversized": _oversized,
    "type": _type,
    "replayed": _replayed,
    "state": _state,
}
_FORGED: dict[tuple[str, str], Callable[[str], tuple[Wire, bytes]]] = {
    ("message 2", "signature"): _signed_by_nobody,
    ("message 3", "signature"): _signed_by_nobody,
    ("message 2", "table"): _at_another_table,
    ("message 3", "table"): _at_another_table,
    ("frame", "replayed"): _sealed_again,
    ("frame", "signature"): _type,
    ("frame", "table"): _replayed,
}
