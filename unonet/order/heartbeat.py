"""What a replica repeats, because the first time may have been lost.

Everything here is either unsigned or byte for byte what was said before.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from unonet.ledger.entry import Certificate
from unonet.ledger.layout import FrameType
from unonet.order.core import Core
from unonet.order.messages import Heads
from unonet.order.roster import is_roster_entry

HEARTBEAT: Final = 0.25
"""Seconds between two ``Heads``, and the age at which a move without a place is sent again."""


def beat(core: Core, now: float) -> None:
    """Prove what is final, insist on what is not ordered, say where we stand."""
    core.leading.ask()
    if core.leads:
        certify(core)
    elif core.seat is not None:
        _insist(core, now)
    core.broadcast(core.own_heads())


def greet(core: Core, peer: int) -> None:
    """A new link: the same for one peer, at once."""
    core.send(peer, core.own_heads())
    if peer == core.chain.leader:
        for held in core.own_moves():
            core.send(peer, held.submit)


def certify(core: Core) -> None:
    """As the leader: prove the newest final entry that can be proven, and say so."""
    match core.certificates.make(core.chain.leader):
        case Certificate() as certificate:
            core.store(FrameType.CERTIFICATE, certificate.raw)
            if is_roster_entry(core.ledger.entry(certificate.index)):
                core.broadcast(core.own_heads())
        case list() as liars:
            for seat in liars:
                core.void(seat)
        case None:
            pass


def help_along(core: Core, peer: int, heads: Heads) -> None:
    """``peer`` said where it stands: repeat what it has missed of us."""
    proof = core.certificates.of_roster(heads.final_index + 1, heads.last_index)
    if proof is not None:
        core.send(peer, replace(core.own_heads(), certificate=proof))
    if core.own_ack is not None and heads.final_index < core.acked_index:
        core.send(peer, core.own_ack)
    for share in core.seals.own_shares(heads.sealed_index):
        core.send(peer, share)


def _insist(core: Core, now: float) -> None:
    for held in core.pending.unordered(now - HEARTBEAT):
        if held.move.seat == core.seat:
            core.broadcast(held.submit)
    for held in core.pending.forwarded(core.seat, now):
        core.send(core.chain.leader, held.submit)
