"""What follows from what came in: entries to write, acks to give, entries that are final.

The order is the point: stored before announced, so that no process that ends takes an entry along;
synced before acked (I9), acked before folded (the fold is slow, the ack is what others wait for).
A leader announces before it syncs, so that all disks work at once. What that may cost after a power
cut, ``_may_write`` makes good.
"""

from __future__ import annotations

from typing import Final

from unonet.errors import RemoteProtocolError
from unonet.ledger.entry import Ack, Entry
from unonet.ledger.kinds import Kind
from unonet.ledger.layout import FrameType
from unonet.order import effects as do
from unonet.order.acks import BEHIND, Signed
from unonet.order.core import Core
from unonet.order.heartbeat import certify
from unonet.order.messages import AckMessage
from unonet.order.roster import is_roster_entry
from unonet.order.seals import Ending

ENDINGS: Final = frozenset({Kind.ROUND_END, Kind.VOID})


def settle(core: Core) -> None:
    """Take the first step that follows, up to where somebody is told of it.

    The others follow when asked again. A fold may make room for more entries; once a leader has new
    ones, they leave before it signs its own ack.
    """
    while core.report is None and not core.settled:
        core.settled = not any(step(core) for step in _STEPS)
        if core.out:
            break


def _lead(core: Core) -> bool:
    if not (core.leads and _may_write(core) and (fresh := _write(core))):
        return False
    _announce(core, fresh)
    return True


def _may_write(core: Core) -> bool:
    """Whether nothing that we signed can be missing here: else we would sign for an index twice.

    After a power cut every live seat has to show first that it has nothing of ours that we lack.
    """
    if not core.whole and all(_is_below_us(core, seat) for seat in core.application.live()):
        core.whole = True
        core.emit(do.Whole())
    return core.whole


def _is_below_us(core: Core, seat: int) -> bool:
    heads = core.heads.get(seat)
    if heads is None:
        return seat == core.seat
    last = heads.last_index
    return last <= core.ledger.last_index and core.ledger.hash_at(last) == heads.last_hash


def _write(core: Core) -> list[Entry]:
    """As the leader: everything that is next."""
    fresh: list[Entry] = []
    # Nothing is written above an open roster entry (F2), so all acks meanwhile are exactly of it.
    while core.finality.open is None:
        entry = core.leading.write(core.finality.index)
        if entry is None:
            break
        core.keep(entry)
        fresh.append(entry)
    return fresh


def _sync(core: Core) -> None:
    if core.synced_index < core.ledger.last_index:
        core.synced_index = core.ledger.last_index
        core.emit(do.Sync())
        _tell_learners(core)


def _announce(core: Core, fresh: list[Entry]) -> None:
    """To the seats at once; to those who are not asked after a power cut once it is on disk.

    A seat that leaves is not asked either: there are few entries of that kind, and they can wait.
    """
    core.untold += fresh
    if is_roster_entry(fresh[-1]):
        _sync(core)
    for message in core.leading.announce(fresh):
        core.tell_seats(message)


def _tell_learners(core: Core) -> None:
    if core.learners:
        for message in core.leading.announce(core.untold):
            core.emit(do.Tell(tuple(sorted(core.learners)), message))
    core.untold = []


def _acknowledge(core: Core) -> bool:
    """One ack covers everything up to the end of the chain; it is made once for an index.

    Far behind it covers only so much that everybody can compare the state in it.
    """
    _sync(core)
    index = min(core.ledger.last_index, core.finality.index + BEHIND)
    if core.seat is None or core.acked_index >= index:
        return False
    core.acked_index = index
    ack = Ack.pack(
        term=core.chain.term,
        seat=core.seat,
        index=index,
        entry_hash=core.ledger.hash_at(index),
        applied_index=core.finality.index,
        state_hash=core.states.newest,
    )
    signature = core.identity.sign("ack", core.ledger.table_id, ack.raw)
    core.own_ack = AckMessage(ack.raw, signature)
    core.broadcast(core.own_ack)
    core.acks.add(Signed(ack, signature))
    return True


def _resolve_doubts(core: Core) -> bool:
    """An ack with another state hash is a lie about its signature, or a desync."""
    doubtful = core.states.doubtful()
    for signed, divergence in doubtful:
        if not signed.genuine(core.ledger.keys[signed.ack.seat], core.ledger.table_id):
            core.void(signed.ack.seat)
        else:
            core.halt(divergence)
    return bool(doubtful)


def _fold(core: Core) -> bool:
    """Apply the next entry if it is final."""
    entry = core.finality.next()
    if entry is not None and _prepared(core, entry):
        apply(core, entry)
        return True
    return False


def _prove(core: Core) -> bool:
    """Certify a roster entry that is final, or keep the certificate that came for an entry."""
    if core.leads and core.certificates.owed is not None:
        certify(core)
    certificate = core.certificates.settle()
    if certificate is not None:
        core.store(FrameType.CERTIFICATE, certificate.raw)
    return False


def _prepared(core: Core, entry: Entry) -> bool:
    """Whether ``entry`` can be folded at once; if not, its work is asked for, once."""
    if core.prepared_index >= entry.index:
        return True
    if core.preparing_index == entry.index:
        return False
    work = core.application.work(entry)
    if work is not None:
        core.preparing_index = entry.index
        core.emit(do.Prepare(entry.index, work))
    return work is None


def apply(core: Core, entry: Entry) -> None:
    """Fold the next final entry, and tell of it before the state is hashed."""
    result = core.application.apply(entry)
    core.finality.advance(core.application.live())
    core.pending.final(entry)
    if is_roster_entry(entry):
        core.certificates.owe(entry.index)
    core.emit(do.Applied(entry, result))
    core.folded = entry


def attest(core: Core) -> bool:
    """Hash the state after the last fold: for what others say of it, and for what is signed."""
    entry, core.folded = core.folded, None
    if entry is None:
        return False
    state_hash = core.application.state_hash()
    core.states.applied(entry.index, state_hash)
    if entry.kind in ENDINGS:
        _begin_seal(core, entry, state_hash)
    for share in core.seals.due(entry.index):
        try:
            core.conclude(core.seals.take_share(share))
        except RemoteProtocolError as error:
            core.refuse(share.seat, str(error))
    core.leading.ask()
    return True


def _begin_seal(core: Core, entry: Entry, state_hash: bytes) -> None:
    scores = core.application.seal_scores()
    if scores is None:
        return
    signers = frozenset(core.application.live())
    ending = Ending(entry.index, entry.hash, state_hash, scores, signers)
    share = core.seals.begin(ending, seat=core.seat, identity=core.identity)
    if share is not None:
        core.broadcast(share)
        core.conclude(core.seals.take_share(share))


_STEPS: Final = (attest, _lead, _acknowledge, _resolve_doubts, _fold, _prove)
