"""Messages of the order, to a follower of four seats that waits for what each of them brings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from tests.matrix.cells import (
    FLOOD,
    NoSuchCell,
    Outcome,
    made,
    mistyped,
    outcome_of,
    same,
    with_field,
)
from tests.order import forge
from tests.order.test_attacks import certificate, ending, state
from tests.order.virtual import Node, World, identity
from unonet.ledger.entry import record_limit, seal_statement
from unonet.ledger.kinds import Kind
from unonet.order.messages import (
    REGISTRY,
    AckMessage,
    Append,
    Chunk,
    Heads,
    Message,
    SealShare,
    Submit,
    Want,
)
from unonet.wire import messages as wire

ROWS = tuple(kind.__name__ for kind in REGISTRY.values())
FOREIGN = bytes(16)
NOBODY = 9
"""A key that has no seat."""


@dataclass
class Scene:
    """``victim`` hears ``peer``, who could say ``honest``."""

    world: World
    victim: Node
    peer: int
    honest: Message

    def deliver(self, raw: bytes) -> None:
        message = wire.decode(raw)
        assert isinstance(message, tuple(REGISTRY.values()))
        self.victim.replica.receive(self.peer, message, now=self.world.now)
        self.victim.settle()

    def outcome(self, message: Message | bytes) -> Outcome:
        raw = message if isinstance(message, bytes) else wire.encode(message)
        refused = len(self.victim.refused)
        outcome = outcome_of(self.deliver, raw, state=lambda: state(self.victim))
        assert self.victim.halted is None and len(self.victim.refused) == refused
        return outcome


def scene(row: str) -> Scene:
    if row == "SealShare":
        world, victim, share = ending()
        return Scene(world, victim, share.seat, share)
    world = World(4)
    world.hello()
    victim, author = world.followers[:2]
    peer = author.peer
    appended = Append(1, (forge.entry(world, forge.move(peer, 1)),))
    match row:
        case "Submit":
            honest: Message = forge.submit(peer, 1)
        case "Append":
            peer, honest = world.leader.peer, appended
        case "AckMessage":
            _give(victim, world.leader.peer, appended)
            honest = forge.ack(victim, peer)
        case "Heads":
            _give(victim, world.leader.peer, appended)
            honest = heads_of(victim)
        case "Want":
            honest = Want(1, 0)
        case "Chunk":
            # Nobody answers what was not asked.
            longer = heads_of(victim, last_index=victim.replica.last_index + 1, last_hash=bytes(32))
            _give(victim, peer, longer)
            honest = Chunk(appended.entries)
        case _:
            raise NoSuchCell(row)
    return Scene(world, victim, peer, honest)


def attack(row: str, column: str) -> Outcome:
    stage = scene(row)
    raw = wire.encode(stage.honest)
    match column:
        case "truncated":
            return stage.outcome(raw[:-1])
        case "oversized":
            return stage.outcome(oversized(stage))
        case "type":
            return same([stage.outcome(wrong) for wrong in wrong_types(stage)])
        case "replayed":
            stage.deliver(raw)
            return stage.outcome(raw)
        case "flood":
            stage.deliver(raw)
            return same([stage.outcome(raw) for _ in range(FLOOD)])
        case _:
            return stage.outcome(made(_FORGED, row, column)(stage))


def oversized(stage: Scene) -> bytes:
    """One field longer or larger than it may be."""
    raw = wire.encode(stage.honest)
    tag, array = raw[:1], raw[1:]
    match stage.honest:
        case Submit():
            big, signature = forge.move(
                stage.peer, 1, bytes(record_limit(Kind.LEAVE)), kind=Kind.LEAVE
            )
            return tag + signature + big.raw
        case AckMessage(ack_raw, signature):
            return tag + signature + ack_raw + bytes(257 - len(ack_raw))
        case Append(_, entries):
            return tag + with_field(array, 1, tuple(e.pack() for e in entries * 9))
        case Chunk(entries):
            return tag + with_field(array, 0, tuple(e.pack() for e in entries * 65))
        case SealShare():
            return tag + with_field(array, 3, (0,) * 17)
        case _:
            return tag + with_field(array, 0, 2**32)


def wrong_types(stage: Scene) -> list[bytes]:
    raw = wire.encode(stage.honest)
    match stage.honest:
        case Submit():
            acked = forge.ack(stage.victim, stage.peer)
            return [raw[:1] + acked.signature + acked.ack_raw]
        case AckMessage():
            moved, signature = forge.move(stage.peer, 1)
            return [raw[:1] + signature + moved.raw]
        case _:
            return [raw[:1] + wrong for wrong in mistyped(raw[1:])]


def heads_of(node: Node, **fields: Any) -> Heads:
    """What a peer would say that stands where ``node`` stands."""
    replica = node.replica
    made = Heads(1, replica.final_index, replica.last_index, node.ledger.last_hash, 0)
    return replace(made, **fields)


def _entry(stage: Scene, **wrong: Any) -> Any:
    return forge.entry(stage.world, forge.move(stage.peer, 1), **wrong)


def _give(node: Node, peer: int, message: Message) -> None:
    node.replica.receive(peer, message, now=node.world.now)
    node.settle()


def _false_certificate(stage: Scene) -> Heads:
    seats = [node.peer for node in stage.world.nodes.values() if node is not stage.victim]
    return heads_of(stage.victim, certificate=certificate(stage.victim, seats, liar=seats[1]))


def _unasked(stage: Scene) -> Message:
    """Whoever was asked is not asked any more."""
    stage.victim.replica.disconnected(stage.peer, now=stage.world.now)
    return stage.honest


_FORGED: dict[tuple[str, str], Callable[[Scene], Message]] = {
    ("Submit", "signature"): lambda s: forge.submit(s.peer, 1, signer=NOBODY),
    ("Submit", "table"): lambda s: forge.submit(s.peer, 1, table_id=FOREIGN),
    ("Submit", "state"): lambda s: forge.submit(s.peer, 50),
    ("Append", "signature"): lambda s: Append(1, (_entry(s, signer=NOBODY),)),
    ("Append", "table"): lambda s: Append(1, (_entry(s, table_id=FOREIGN),)),
    ("Append", "state"): lambda s: Append(1, (_entry(s, index=500),)),
    ("AckMessage", "signature"): lambda s: forge.ack(s.victim, s.peer, signer=NOBODY),
    ("AckMessage", "table"): lambda s: forge.ack(s.victim, s.peer, entry_hash=bytes(32)),
    ("AckMessage", "state"): lambda s: forge.ack(s.victim, s.peer, index=900, applied_index=900),
    ("Heads", "signature"): _false_certificate,
    ("Heads", "table"): lambda s: Heads(1, 0, 0, bytes(32), 0),
    ("Heads", "state"): lambda s: heads_of(s.victim, final_index=10_000),
    ("Want", "state"): lambda s: Want(2**31, 2**31),
    ("Chunk", "signature"): lambda s: Chunk((_entry(s, signer=NOBODY),)),
    ("Chunk", "table"): lambda s: Chunk((_entry(s, table_id=FOREIGN),)),
    ("Chunk", "state"): _unasked,
    ("SealShare", "signature"): lambda s: forge.share(_share(s), signer=NOBODY),
    ("SealShare", "table"): lambda s: replace(_share(s), signature=_foreign_seal(s)),
    ("SealShare", "state"): lambda s: forge.share(_share(s), index=2),
}


def _share(stage: Scene) -> SealShare:
    assert isinstance(stage.honest, SealShare)
    return stage.honest


def _foreign_seal(stage: Scene) -> bytes:
    share = _share(stage)
    body = seal_statement(
        index=share.index,
        entry_hash=share.entry_hash,
        state_hash=share.state_hash,
        scores=share.scores,
    )
    return identity(share.seat).sign("seal", FOREIGN, body)
