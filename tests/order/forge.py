"""Records as a liar would make them: rightly signed by whom you like, over whatever you like."""

from __future__ import annotations

from dataclasses import replace

from tests.order.virtual import TABLE_ID, Node, World, identity, session
from unonet.ledger.codec import Value
from unonet.ledger.entry import Ack, Entry, Header, Move, SystemRecord, seal_statement, sha256
from unonet.ledger.kinds import Kind
from unonet.order.messages import AckMessage, Message, SealShare, Submit


def move(
    seat: int,
    n: int,
    body: Value = 1,
    *,
    kind: int = Kind.MOVE,
    session_id: bytes | None = None,
    signer: int | None = None,
    table_id: bytes = TABLE_ID,
) -> tuple[Move, bytes]:
    made = Move.pack(
        seat=seat,
        session=session(seat) if session_id is None else session_id,
        n=n,
        base_index=0,
        base_hash=bytes(32),
        kind=kind,
        body=body,
    )
    return made, identity(seat if signer is None else signer).sign("move", table_id, made.raw)


def submit(seat: int, n: int, body: Value = 1, **other: object) -> Submit:
    made, signature = move(seat, n, body, **other)  # type: ignore[arg-type]
    return Submit(made.raw, signature)


def entry(
    world: World,
    record: tuple[Move | SystemRecord, bytes],
    *,
    index: int | None = None,
    prev: bytes | None = None,
    term: int = 1,
    leader: int | None = None,
    signer: int | None = None,
    table_id: bytes = TABLE_ID,
) -> Entry:
    """The next entry of the leader's chain, with whatever is to be wrong about it."""
    honest = world.leader
    made = Header.pack(
        term=term,
        leader=honest.peer if leader is None else leader,
        index=honest.replica.last_index + 1 if index is None else index,
        prev_hash=honest.ledger.last_hash if prev is None else prev,
        move_hash=sha256(record[0].raw),
    )
    who = honest.peer if signer is None else signer
    return Entry(made, identity(who).sign("header", table_id, made.raw), *record)


def ack(node: Node, seat: int, *, signer: int | None = None, **wrong: object) -> AckMessage:
    """An ack of the last entry of ``node``, by ``seat``."""
    fields = {
        "term": 1,
        "seat": seat,
        "index": node.replica.last_index,
        "entry_hash": node.ledger.last_hash,
        "applied_index": node.replica.final_index,
        "state_hash": node.app.state_hash(),
        **wrong,
    }
    made = Ack.pack(**fields)  # type: ignore[arg-type]
    return AckMessage(
        made.raw, identity(seat if signer is None else signer).sign("ack", TABLE_ID, made.raw)
    )


def share(honest: SealShare, *, signer: int | None = None, **wrong: object) -> SealShare:
    """``honest`` with some fields wrong, signed again."""
    made = replace(honest, **wrong)  # type: ignore[arg-type]
    body = seal_statement(
        index=made.index,
        entry_hash=made.entry_hash,
        state_hash=made.state_hash,
        scores=made.scores,
    )
    who = made.seat if signer is None else signer
    return replace(made, signature=identity(who).sign("seal", TABLE_ID, body))


def last_sent(node: Node, kind: type[Message]) -> Message:
    return [message for message in node.sent if isinstance(message, kind)][-1]
