"""What a seat finds on its disk when it starts again, and how a replica takes it up.

Whoever reads the disk has checked every signature. The module sends nothing and writes nothing:
what was said before the last process ended is said again by the heartbeats.
"""

from __future__ import annotations

from dataclasses import dataclass

from unonet.ledger.entry import Certificate, Entry, Move, Seal
from unonet.ledger.layout import FrameType
from unonet.order import effects as do
from unonet.order.core import Core
from unonet.order.messages import Submit
from unonet.order.pending import Held
from unonet.order.settling import apply, attest


@dataclass(frozen=True, slots=True)
class Memory:
    """Beside the entries, which are in the ledger: what of them is final, and what proves it.

    ``moves`` are own moves, the oldest first, that may not be in the chain yet. ``whole``: whatever
    this seat wrote, the disk still has; no power was cut since.
    """

    final_index: int
    certificates: tuple[Certificate, ...] = ()
    seals: tuple[Seal, ...] = ()
    moves: tuple[Submit, ...] = ()
    whole: bool = False


def recall(core: Core, memory: Memory, now: float) -> None:
    """Fold what is final, keep the proofs, hold own moves. ``core`` is as it was at genesis.

    Raises RemoteProtocolError for a seal that those who were live did not sign.
    """
    core.whole = memory.whole
    for entry in core.ledger.slice(1, memory.final_index + 1):
        apply(core, entry)
        attest(core)
    for certificate in sorted(memory.certificates, key=lambda one: one.index):
        core.certificates.take(certificate)
    for seal in memory.seals:
        core.conclude(core.seals.take_seal(seal))
    for entry in core.ledger.slice(memory.final_index + 1, core.ledger.last_index + 1):
        _hold_ordered(core, entry, now)
    for submit in memory.moves:
        _hold(core, submit, now)
    known = {seal.raw for seal in memory.seals}
    core.out = [effect for effect in core.out if _is_news(effect, known)]


def _hold_ordered(core: Core, entry: Entry, now: float) -> None:
    if isinstance(move := entry.move, Move) and move.seat == core.seat:
        core.pending.hold(Held(move, Submit(move.raw, entry.move_signature), now))
        core.pending.ordered(entry)


def _hold(core: Core, submit: Submit, now: float) -> None:
    """Only what can still be ordered: behind a hole in the numbers nothing ever is."""
    move = Move.unpack(submit.move_raw)
    due = core.ledger.next_n(move.seat, move.session)
    if due is None or move.seat != core.seat:
        return
    held = sum(held.move.session == move.session for held in core.pending.unordered(now))
    if move.n == due + held:
        core.pending.hold(Held(move, submit, now))


def _is_news(effect: do.Effect, known: set[bytes]) -> bool:
    """A seal that nobody but this seat had to sign may have been completed just now."""
    match effect:
        case do.Halted():
            return True
        case do.Store(FrameType.SEAL, body):
            return body not in known
        case do.Sealed(seal):
            return seal.raw not in known
        case _:
            return False
