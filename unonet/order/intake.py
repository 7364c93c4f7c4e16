"""What each message means to a replica, and what no honest peer sends.

Raises RemoteProtocolError, DecodeError or BrokenChain for the latter and keeps nothing of it;
``chain.Forked`` when the leader is caught. Nothing is written, acked or folded here: ``settling``.
"""

from __future__ import annotations

from typing import Final, assert_never

from unonet.errors import RemoteProtocolError
from unonet.ledger.entry import Ack, Certificate, Entry, Move, record_limit
from unonet.ledger.kinds import Kind
from unonet.order.acks import Signed, check_ack
from unonet.order.chain import Missing
from unonet.order.core import Core
from unonet.order.heartbeat import help_along
from unonet.order.messages import (
    APPEND_ENTRIES,
    AckMessage,
    Append,
    Chunk,
    Heads,
    Message,
    SealShare,
    Submit,
    Want,
)
from unonet.order.pending import Held
from unonet.order.roster import is_roster_entry
from unonet.order.sync import check_chunk, chunk, missing

FIRST_LEARNER: Final = 16


def take(core: Core, peer: int, message: Message, now: float) -> None:
    """Take in one message of an authenticated peer."""
    _require_voice(core, peer, message)
    match message:
        case AckMessage():
            _ack(core, peer, message)
        case Submit():
            _submit(core, peer, message, now)
        case Append():
            _append(core, peer, message, now)
        case Heads():
            _heads(core, peer, message, now)
        case Want():
            _want(core, peer, message)
        case Chunk():
            _chunk(core, peer, message, now)
        case SealShare():
            _share(core, peer, message)
        case _:
            assert_never(message)


def _require_voice(core: Core, peer: int, message: Message) -> None:
    if 0 <= peer < len(core.ledger.keys) and peer != core.seat:
        return
    if peer < FIRST_LEARNER or not isinstance(message, Heads | Want):
        raise RemoteProtocolError(f"not from a seat: {type(message).__name__}")


def _ack(core: Core, peer: int, message: AckMessage) -> None:
    ack = Ack.unpack(message.ack_raw)
    if ack.seat != peer:
        raise RemoteProtocolError(f"an ack of seat {ack.seat} in term {ack.term}")
    check_ack(ack, term=core.chain.term)
    core.count(Signed(ack, message.signature))


def _submit(core: Core, peer: int, wish: Submit, now: float) -> None:
    move = Move.unpack(wish.move_raw)
    if move.seat >= len(core.ledger.keys) or (move.n == 0) != (move.kind == Kind.HELLO):
        raise RemoteProtocolError(f"a move {move.n} of seat {move.seat} that cannot be")
    if len(move.raw) > record_limit(move.kind):
        raise RemoteProtocolError(f"a move of {len(move.raw)} bytes")
    if core.seat is None or not core.pending.wanted(move):
        return
    if not core.pending.fits(move):
        # A follower that lags may still hold what is final elsewhere: only the leader can tell.
        if core.leads and peer == move.seat:
            raise RemoteProtocolError("more moves than may be pending")
        return
    if not core.signed_move(move, wish.signature):
        raise RemoteProtocolError(f"a move that seat {move.seat} did not sign")
    core.pending.hold(Held(move, wish, now))


def _append(core: Core, peer: int, message: Append, now: float) -> None:
    count = len(message.entries)
    if message.term != core.chain.term or not 1 <= count <= APPEND_ENTRIES:
        raise RemoteProtocolError(f"an Append of {count} entries in term {message.term}")
    _extend(core, peer, message.entries, now)
    _prove(core, message.certificate)


def _extend(core: Core, peer: int, entries: tuple[Entry, ...], now: float) -> None:
    for entry in entries:
        if _behind_quarantine(core, entry):
            return
        try:
            fresh = core.chain.continues(entry)
        except Missing as gap:
            _ask(core, peer, Want(gap.index, core.seals.newest), now)
            return
        if fresh and is_roster_entry(entry):
            _hold_back(core, entry, now)
            return
        if fresh:
            _admit(core, entry)


def release(core: Core, now: float) -> None:
    """Let a roster entry into the chain that has waited long enough."""
    if core.quarantine.due(now):
        _admit(core, core.quarantine.leave())


def _behind_quarantine(core: Core, entry: Entry) -> bool:
    """Whether ``entry`` has to wait for the roster entry that waits; it will be asked for again."""
    waiting = core.quarantine.entry
    if waiting is None or entry.index < waiting.index:
        return False
    if entry.index == waiting.index:
        core.chain.compare(waiting, entry)
    return True


def _hold_back(core: Core, entry: Entry, now: float) -> None:
    """F4: everybody is to see a roster entry before anybody acks it. F2: one at a time."""
    if core.finality.open is not None:
        return
    core.ledger.check(entry)
    core.quarantine.enter(entry, now)
    if core.seat is not None:
        core.broadcast(Append(core.chain.term, (entry,)))


def _admit(core: Core, entry: Entry) -> None:
    # A move that came here before its entry was checked while the leader was still at work.
    known = core.pending.holds(entry)
    if known:
        core.chain.require_signature(entry)
    core.ledger.append(entry, check=not known)
    core.keep(entry)


def _prove(core: Core, certificate: Certificate | None) -> None:
    if certificate is None:
        return
    _end_wait(core, certificate)
    if not core.certificates.wanted(certificate):
        return
    for signed in core.certificates.open(certificate, term=core.chain.term):
        core.count(signed)


def _end_wait(core: Core, certificate: Certificate) -> None:
    """A roster entry that a quorum has acked need not wait here: it has been seen."""
    waiting = core.quarantine.entry
    if waiting is None or waiting.hash != certificate.entry_hash:
        return
    acks = core.certificates.open(certificate, term=core.chain.term)
    if core.finality.enough(waiting, acks):
        core.quarantine.leave()
        _admit(core, waiting)


def _heads(core: Core, peer: int, heads: Heads, now: float) -> None:
    if heads.term != core.chain.term:
        raise RemoteProtocolError(f"heads of term {heads.term}")
    if not heads.sealed_index <= heads.final_index <= heads.last_index:
        raise RemoteProtocolError("heads that contradict themselves")
    if not heads.last_index and heads.last_hash != core.ledger.hash_at(0):
        raise RemoteProtocolError("heads of another table")
    core.heads[peer] = heads
    _prove(core, heads.certificate)
    _catch_up(core, now)
    help_along(core, peer, heads)


def _catch_up(core: Core, now: float) -> None:
    """Ask whose turn it is for what it says that it has and we lack."""
    if core.quarantine.entry is not None:
        return
    seats = [peer for peer in core.heads if peer < FIRST_LEARNER]
    for peer in core.asking.in_turn(seats, first=core.chain.leader, now=now):
        heads = core.heads[peer]
        want = missing(core.ledger, core.seals.newest, heads) or _unproven(core, heads)
        if want is not None:
            _ask(core, peer, want, now)
            return


def _unproven(core: Core, heads: Heads) -> Want | None:
    """Ask for the certificate of a roster entry."""
    owed = core.certificates.owed
    if owed is None or heads.final_index < owed:
        return None
    return Want(owed, core.seals.newest)


def _ask(core: Core, peer: int, want: Want, now: float) -> None:
    if core.asking.open(peer, now):
        core.send(peer, want)


def _want(core: Core, peer: int, want: Want) -> None:
    if not want.from_index:
        raise RemoteProtocolError("a Want of the genesis")
    # Only what no power cut takes from us: a leader may have to learn from us what it has signed.
    answer = chunk(
        core.ledger,
        want,
        up_to=core.synced_index,
        certificates=core.certificates,
        seals=core.seals,
    )
    core.send(peer, answer)


def _chunk(core: Core, peer: int, message: Chunk, now: float) -> None:
    if not core.asking.close(peer):
        return
    before = _proven(core)
    check_chunk(message, core.ledger.last_index)
    _extend(core, peer, message.entries, now)
    _prove(core, message.certificate)
    for seal in message.seals:
        core.conclude(core.seals.take_seal(seal))
    if _proven(core) == before:
        core.asking.failed(peer, now)
        return
    core.asking.served(peer)
    _catch_up(core, now)


def _proven(core: Core) -> tuple[object, ...]:
    """What a useful answer moves on."""
    return core.ledger.last_index, core.quarantine.entry, core.seals.newest


def _share(core: Core, peer: int, share: SealShare) -> None:
    if share.seat != peer:
        raise RemoteProtocolError(f"a share of seat {share.seat}")
    if share.index > core.finality.index:
        core.seals.early(share)
    else:
        core.conclude(core.seals.take_share(share))
