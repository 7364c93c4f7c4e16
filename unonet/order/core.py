"""Everything that one replica holds, and the few things that more than one of its parts does.

``intake`` fills it from messages, ``settling`` draws the consequences, ``heartbeat`` repeats what
may have been lost; ``replica`` is the face of it all. The module decides nothing by itself.
"""

from __future__ import annotations

from unonet.errors import RemoteProtocolError
from unonet.ledger.entry import Entry, Move, Seal
from unonet.ledger.identity import Identity, verify
from unonet.ledger.layout import FrameType
from unonet.ledger.ledger import Ledger
from unonet.order import effects as do
from unonet.order.acks import Acks, Signed, States
from unonet.order.application import Application
from unonet.order.certificates import Certificates
from unonet.order.chain import Chain
from unonet.order.finality import Finality
from unonet.order.leading import Leading
from unonet.order.messages import AckMessage, Heads, Message
from unonet.order.pending import Held, Pending
from unonet.order.quarantine import Quarantine
from unonet.order.seals import Seals
from unonet.order.sync import Asking


class Core:
    """The parts of a replica; ``out`` is what it wants done since the last time it was asked."""

    def __init__(
        self, *, seat: int | None, ledger: Ledger, identity: Identity, application: Application
    ) -> None:
        self.seat = seat
        self.ledger = ledger
        self.identity = identity
        self.application = application
        self.chain = Chain(ledger)
        self.acks = Acks(ledger)
        self.finality = Finality(ledger, self.acks, application.live())
        self.states = States(application.state_hash())
        self.certificates = Certificates(ledger, self.acks, self.finality, self.states)
        self.seals = Seals(ledger.table_id, ledger.keys)
        self.pending = Pending(ledger)
        self.leading = Leading(self.chain, ledger, self.pending, application, identity)
        self.asking = Asking()
        self.quarantine = Quarantine()
        self.heads: dict[int, Heads] = {}
        self.learners: set[int] = set()
        self.own_ack: AckMessage | None = None
        self.acked_index = 0
        self.synced_index = 0
        self.whole = True
        self.untold: list[Entry] = []
        self.settled = False
        self.folded: Entry | None = None
        self.prepared_index = 0
        self.preparing_index = 0
        self.report: do.Report | None = None
        self.out: list[do.Effect] = []

    @property
    def leads(self) -> bool:
        return self.chain.leader == self.seat

    def emit(self, effect: do.Effect) -> None:
        if self.report is None:
            self.out.append(effect)

    def send(self, peer: int, message: Message) -> None:
        self.emit(do.Send(peer, message))

    def broadcast(self, message: Message) -> None:
        self.emit(do.Broadcast(message))

    def tell_seats(self, message: Message) -> None:
        """To every other seat, the leader first: the others wait for it."""
        others = [seat for seat in range(len(self.ledger.keys)) if seat != self.seat]
        others.sort(key=lambda seat: seat != self.chain.leader)
        self.emit(do.Tell(tuple(others), message))

    def store(self, frame_type: FrameType, body: bytes) -> None:
        self.emit(do.Store(frame_type, body))

    def keep(self, entry: Entry) -> None:
        """``entry`` has just come into the chain."""
        self.store(FrameType.ENTRY, entry.pack())
        self.finality.appended(entry)
        self.pending.ordered(entry)
        for early in self.acks.appended(entry.index):
            self.states.compare(early)

    def count(self, signed: Signed) -> None:
        """Take an ack whose signature may still be unchecked.

        One that comes too late to be compared is of an entry that has long been final.
        """
        if self.states.comparable(signed.ack) and self.acks.add(signed):
            self.states.compare(signed)

    def conclude(self, outcome: Seal | do.Divergence | None) -> None:
        """What a share of a seal, or a whole one, led to."""
        match outcome:
            case Seal() as seal:
                self.store(FrameType.SEAL, seal.raw)
                self.certificates.proven(seal.index)
                self.application.sealed(seal)
                self.emit(do.Sealed(seal))
                # Peers wait for this before they leave: not only with the next heartbeat.
                self.broadcast(self.own_heads())
                self.leading.ask()
            case do.Divergence() as report:
                self.halt(report)
            case None:
                pass

    def halt(self, report: do.Report) -> None:
        """Say why, and nothing after it."""
        self.emit(do.Halted(report))
        self.report = self.report or report

    def refuse(self, peer: int, what: str) -> None:
        """Something that came in earlier turns out to be a lie of ``peer``."""
        self.emit(do.Refused(peer, RemoteProtocolError(f"peer {peer}: {what}")))

    def void(self, seat: int) -> None:
        """An ack of ``seat`` is not signed by it: none of this term counts."""
        self.acks.void(seat)
        self.refuse(seat, "an ack that it did not sign")

    def signed_move(self, move: Move, signature: bytes) -> bool:
        key, table_id = self.ledger.keys[move.seat], self.ledger.table_id
        return verify(key, signature, domain="move", context=table_id, body=move.raw)

    def own_moves(self) -> list[Held]:
        return [] if self.seat is None else self.pending.of(self.seat)

    def own_heads(self) -> Heads:
        return Heads(
            term=self.chain.term,
            final_index=self.finality.index,
            last_index=self.ledger.last_index,
            last_hash=self.ledger.last_hash,
            sealed_index=self.seals.newest,
            certificate=self.certificates.newest if self.leads else None,
        )
